import ArgumentParser
import FeedReading

extension HTTPHeader: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(text: argument)
    }
}

import ArgumentParser
import FeedCompiling

extension CommaList: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(text: argument)
    }
}

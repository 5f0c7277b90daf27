import ArgumentParser
import FeedReading

extension ByteSize: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(text: argument)
    }

    /// The number alone, as it is shown for a default.
    package var defaultValueDescription: String { "\(bytes)" }
}

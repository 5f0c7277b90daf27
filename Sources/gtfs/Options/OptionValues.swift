import ArgumentParser
import FeedCompiling
import FeedReading

/// What settings files and options read alike, as values of options.

extension ByteSize: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(text: argument)
    }

    /// The number alone, as it is shown for a default.
    package var defaultValueDescription: String { "\(bytes)" }
}

extension CommaList: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(text: argument)
    }
}

extension HTTPHeader: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(text: argument)
    }
}

/// Calls what reads a value; why it can not becomes what the parser of arguments shows.
func usable<Value>(_ read: () throws(UnusableValue) -> Value) throws -> Value {
    do throws(UnusableValue) {
        return try read()
    } catch {
        throw ValidationError(error.description)
    }
}

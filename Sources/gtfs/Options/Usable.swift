import ArgumentParser
import FeedReading

/// Calls what reads a value; why it can not becomes what the parser of arguments shows.
func usable<Value>(_ read: () throws(UnusableValue) -> Value) throws -> Value {
    do throws(UnusableValue) {
        return try read()
    } catch {
        throw ValidationError(error.description)
    }
}

import Foundation

package struct SystemError: Error, Hashable, CustomStringConvertible {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    static var last: SystemError { SystemError(number: errno) }

    package var description: String {
        String(cString: strerror(number))
    }

    package static let missing = SystemError(number: ENOENT)
    package static let notAFolder = SystemError(number: ENOTDIR)
    package static let alreadyThere = SystemError(number: EEXIST)
    package static let brokenPipe = SystemError(number: EPIPE)

    package static let inputOutput = SystemError(number: EIO)

    package var isMissing: Bool { self == .missing || self == .notAFolder }
}

extension SystemError {
    /// Returns the value of a call. Its failure becomes one of the caller, which knows its purpose.
    package static func turning<Value: ~Copyable, Failure: Error>(
        into failure: (SystemError) -> Failure,
        _ call: @autoclosure () throws(SystemError) -> Value
    ) throws(Failure) -> Value {
        do throws(SystemError) {
            return try call()
        } catch {
            throw failure(error)
        }
    }
}

/// Calls the operating system, again when a signal interrupted the call; a negative result becomes
/// an error with `errno`. This is the only place where `errno` becomes an error.
@discardableResult
func systemCall<Answer: SignedInteger>(
    _ call: () -> Answer
) throws(SystemError) -> Answer {
    while true {
        let answer = call()
        if answer >= 0 { return answer }
        let number = errno
        if number != EINTR { throw SystemError(number: number) }
    }
}

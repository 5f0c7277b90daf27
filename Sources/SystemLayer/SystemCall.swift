#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The error of a failed system call.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// The last error on this thread.
    static var last: SystemError { SystemError(number: errno) }

    package var description: String {
        String(cString: strerror(number))
    }

    /// There is nothing under the name.
    package static let missing = SystemError(number: ENOENT)
    /// A part of the path is not a folder.
    package static let notAFolder = SystemError(number: ENOTDIR)
    /// There is something under the name.
    package static let alreadyThere = SystemError(number: EEXIST)
    /// The pipe has no reader any more.
    package static let brokenPipe = SystemError(number: EPIPE)

    /// A device or a file did less than requested.
    package static let inputOutput = SystemError(number: EIO)

    /// Whether there is nothing at the path, for either reason.
    package var isMissing: Bool { self == .missing || self == .notAFolder }
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

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the operating system answered when a call failed.
struct SystemError: Error, CustomStringConvertible {
    /// The value of `errno`.
    let number: Int32

    var description: String {
        String(cString: strerror(number))
    }
}

/// Calls the operating system: again when a signal interrupted it, and failing with `errno` when
/// the answer is negative. The one place where `errno` becomes an error.
@discardableResult
func systemCall<Answer: SignedInteger>(_ call: () -> Answer) throws(SystemError) -> Answer {
    while true {
        let answer = call()
        if answer >= 0 { return answer }
        let number = errno
        if number != EINTR { throw SystemError(number: number) }
    }
}

import Foundation

/// Texts are UTF-8 in it.
package enum UTF8Locale {
    #if canImport(Darwin)
        private static let name = "UTF-8"
    #else
        private static let name = "C.UTF-8"
    #endif

    /// Calls a function of a C library that asks the locale how texts are encoded. Only the present
    /// thread has this locale, and only until then; on a system without it, it keeps its own.
    package static func use<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let locale = newlocale(LC_CTYPE_MASK, name, nil) else { return try body() }
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        return try body()
    }
}

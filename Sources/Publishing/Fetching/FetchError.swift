package import FeedReading

/// None of several sources delivered the feed.
package struct FetchError: DiagnosedError {
    /// Why, for each source.
    package let failures: [any DiagnosedError]

    package var description: String {
        "none of the \(failures.count) sources delivered: "
            + failures.map(\.description).joined(separator: "; ")
    }

    /// That of all failures when they agree, or else that of a failed download.
    package var exitCode: Int32 {
        let codes = Set(failures.map(\.exitCode))
        return codes.count == 1 ? codes.first ?? 69 : 69
    }
}

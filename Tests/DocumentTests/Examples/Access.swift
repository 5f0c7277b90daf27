import FeedValidation

/// Counts the errors of a feed from the internet, which may be anything.
func errors(at address: String, key: String) async throws -> Int? {
    let access = FeedAccess(
        limits: ArchiveLimits(totalBytes: 2_000_000_000), httpHeaders: ["Authorization": key])
    do {
        return try await Validator(Feed(address, access: access)).validate().total(.error)
    } catch FeedError.limitExceeded(let source, _, let found) {
        print("\(source) is too large: \(found)")
        return nil
    }
}

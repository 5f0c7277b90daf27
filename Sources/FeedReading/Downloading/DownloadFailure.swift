/// Why an attempt to download did not deliver.
enum DownloadFailure: Error {
    /// What may be over soon: an overloaded server, a broken connection.
    case passing(reason: String, retryAfter: RetryAfter? = nil)
    /// What another attempt would not change.
    case lasting(reason: String)
    /// The server has something else than the part that is here already, or answered what was not
    /// asked: everything has to come again, and at once.
    case outdated(reason: String)
    /// What this machine or a limit refuses.
    case local(FeedError)
}

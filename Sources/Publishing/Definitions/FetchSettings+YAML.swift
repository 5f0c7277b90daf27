extension FetchSettings {
    enum Key: String, DefinitionKey {
        case timeout, retries
        case totalTimeout = "total_timeout"
        case retryDelay = "retry_delay"
        case maxWait = "max_wait"
        case maxDownload = "max_download"
        case maxRedirects = "max_redirects"
    }

    init(_ value: DefinitionNode) throws(DefinitionError) {
        let keys = try DefinitionMapping<Key>(value)
        if let time = try keys[.timeout]?.timeout() { timeout = time }
        if let time = try keys[.totalTimeout]?.timeout() { totalTimeout = time }
        if let count = try keys[.retries]?.integer(from: 0, to: 100) { retries = count }
        if let time = try keys[.retryDelay]?.duration() { retryDelay = time }
        if let time = try keys[.maxWait]?.duration() { maxWait = time }
        if let size = try keys[.maxDownload]?.size() { maxDownload = Int64(size) }
        if let count = try keys[.maxRedirects]?.integer(from: 0, to: 100) { maxRedirects = count }
    }
}

extension DefinitionNode {
    /// A time after which something is given up, which can not be at once.
    fileprivate func timeout() throws(DefinitionError) -> Duration {
        let time = try duration()
        guard time > .zero else { throw fail("must be longer than nothing") }
        return time
    }
}

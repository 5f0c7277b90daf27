/// The file that a download fills, over as many attempts as it takes.
final class DownloadTarget {
    private var file: TemporaryFile?
    private let source: String
    private let maxBytes: Int64?
    /// How many bytes the whole will have, where the server said so.
    private(set) var total: Int64?
    private(set) var validators: DownloadValidators?
    /// Whether the server sends parts.
    private var hasRanges = false

    init(_ request: DownloadRequest) throws(FeedError) {
        source = request.shownAs
        maxBytes = request.settings.limits.maxBytes
        file = try TemporaryFile(in: request.archive, for: source)
    }

    /// The bytes that are here.
    var size: Int64 { file?.size ?? 0 }

    /// What to say in `If-Range` to get the rest; nil when everything has to come again.
    var rangeValidator: String? {
        size > 0 && hasRanges ? validators?.forRange : nil
    }

    /// Begins anew with the whole.
    func begin(_ response: HTTPResponse) throws(FeedError) {
        try restart()
        validators = response.validators
        total = response.isEncoded ? nil : response.length
        hasRanges = response.header("Accept-Ranges")?.lowercased() == "bytes" && !response.isEncoded
        if let total { try checkSize(total) }
    }

    /// Whether an answer continues what is here.
    func isContinued(by response: HTTPResponse) -> Bool {
        guard let range = ContentRange(response.header("Content-Range")), range.first == size,
            !response.isEncoded
        else { return false }
        if let etag = response.validators?.etag, etag != validators?.etag { return false }
        if let total = range.total ?? total {
            return range.last == total - 1 && total == self.total ?? total
        }
        return true
    }

    /// Adds what arrived.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        try checkSize(size + Int64(bytes.count))
        try file?.append(bytes)
    }

    /// Forgets what is here.
    func restart() throws(FeedError) {
        try file?.removeAll()
        (validators, total, hasRanges) = (nil, nil, false)
    }

    /// The finished file; to be called once.
    func finish() throws(FeedError) -> DownloadedFile {
        guard let file = file.take() else {
            throw .internalFailure(reason: "a download ended twice")
        }
        return DownloadedFile(file: file.finish(), validators: validators)
    }

    private func checkSize(_ size: Int64) throws(FeedError) {
        guard let maxBytes, size > maxBytes else { return }
        throw .download(
            source: source,
            reason: "has at least \(size) bytes, more than the limit of \(maxBytes) bytes")
    }
}

/// A file in UTF-16 on its way into chunks of UTF-8.
struct UTF16Conversion {
    private var decoder: UTF16Decoder
    private var raw: [UInt8] = []
    private var text: [UInt8] = []
    private var isFinished = false

    init?(start bytes: UnsafeRawBufferPointer) {
        guard let decoder = UTF16Decoder(start: bytes) else { return nil }
        self.decoder = decoder
    }

    /// Converts the first chunk, mark and all, in place.
    mutating func convert(_ chunk: Chunk) {
        decoder.decode(UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count), into: &text)
        hand(to: chunk)
    }

    /// Reads and converts the next piece; the chunk stays empty only at the end of the file.
    mutating func fill(
        _ chunk: Chunk, from stream: MemberStream, account: (UnsafeRawBufferPointer) -> Void
    ) throws(FeedError) {
        chunk.count = 0
        guard !isFinished else { return }
        if raw.isEmpty { raw = [UInt8](repeating: 0, count: chunk.capacity / 2) }
        var failure: FeedError?
        let count = raw.withUnsafeMutableBytes { buffer in
            do throws(FeedError) {
                let count = try stream.read(into: buffer)
                account(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
                return count
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        raw.withUnsafeBytes { bytes in
            decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: &text)
        }
        // A stream fills the buffer but for the last time.
        if count < raw.count {
            isFinished = true
            decoder.finish(into: &text)
        }
        hand(to: chunk)
    }

    private mutating func hand(to chunk: Chunk) {
        UnsafeMutableRawBufferPointer(start: chunk.bytes, count: chunk.capacity)
            .copyBytes(from: text)
        chunk.count = text.count
        chunk.encoding = decoder.encoding
        text.removeAll(keepingCapacity: true)
    }
}

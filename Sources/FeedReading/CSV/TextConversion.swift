struct TextConversion {
    private enum Decoder {
        case utf16(UTF16Decoder)
        case windows1252
    }

    private var decoder: Decoder
    private let encoding: TextEncoding
    private var raw: [UInt8] = []
    private var text: [UInt8] = []
    /// How much of the text has been handed out: one chunk may not hold it all.
    private var handed = 0
    private var isFinished = false

    /// Nil when the bytes do not begin UTF-16.
    init?(utf16 bytes: UnsafeRawBufferPointer) {
        guard let decoder = UTF16Decoder(start: bytes) else { return nil }
        self.decoder = .utf16(decoder)
        encoding = decoder.encoding
    }

    init(windows1252 characters: Int) {
        decoder = .windows1252
        encoding = .windows1252(characters: characters)
    }

    mutating func convert(_ chunk: Chunk) {
        decode(UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count))
        hand(to: chunk)
    }

    /// The chunk stays empty only at the end of the file.
    mutating func fill(
        _ chunk: Chunk, from stream: MemberStream, account: (UnsafeRawBufferPointer) -> Void
    ) throws(FeedError) {
        chunk.count = 0
        if handed == text.count {
            guard !isFinished else { return }
            try read(chunk.capacity / 2, from: stream, account: account)
        }
        hand(to: chunk)
    }

    private mutating func read(
        _ most: Int, from stream: MemberStream, account: (UnsafeRawBufferPointer) -> Void
    ) throws(FeedError) {
        if raw.isEmpty { raw = [UInt8](repeating: 0, count: most) }
        let count = try raw.withUnsafeMutableBufferPointer { (bytes) throws(FeedError) in
            let buffer = UnsafeMutableRawBufferPointer(bytes)
            let count = try stream.read(into: buffer)
            account(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
            return count
        }
        // A stream fills the buffer except at the end.
        isFinished = count < raw.count
        let piece = raw
        piece.withUnsafeBytes { decode(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    private mutating func decode(_ bytes: UnsafeRawBufferPointer) {
        text.removeAll(keepingCapacity: true)
        handed = 0
        switch decoder {
        case .utf16(var decoder):
            decoder.decode(bytes, into: &text)
            if isFinished { decoder.finish(into: &text) }
            self.decoder = .utf16(decoder)
        case .windows1252: Windows1252.decode(bytes, into: &text)
        }
    }

    private mutating func hand(to chunk: Chunk) {
        let part = text[handed..<min(handed + chunk.capacity, text.count)]
        UnsafeMutableRawBufferPointer(start: chunk.bytes, count: chunk.capacity)
            .copyBytes(from: part)
        chunk.count = part.count
        chunk.encoding = encoding
        handed += part.count
    }
}

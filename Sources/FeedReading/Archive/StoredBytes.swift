/// Hands on bytes that were stored in an archive as they are.
///
/// Used by one thread at a time.
final class StoredBytes: Inflater {
    /// The number of bytes that have not been handed on yet.
    private var rest: Int64
    private var input = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The checksum is that of deflated bytes.
    private let inflater = Inflaters.make()

    init(_ size: Int64) {
        rest = size
    }

    func take(_ input: UnsafeRawBufferPointer) {
        self.input = input
    }

    var unusedInput: Int { input.count }

    var isAtEnd: Bool { rest == 0 }

    func inflate(into output: UnsafeMutableRawBufferPointer) -> Int? {
        let count = min(input.count, output.count)
        output.copyMemory(from: UnsafeRawBufferPointer(rebasing: input.prefix(count)))
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
        rest -= Int64(count)
        return count
    }

    func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        inflater.checksum(crc, bytes)
    }
}

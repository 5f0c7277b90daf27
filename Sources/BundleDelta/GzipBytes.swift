/// Bytes in memory as a file of `gzip`: what a web server sends of an answer.
package enum GzipBytes {
    /// Compresses; the same bytes always give the same. The level is that of answers that are made
    /// while somebody waits.
    package static func compressed(
        _ bytes: UnsafeRawBufferPointer, level: Int32 = 6
    ) throws -> [UInt8] {
        let deflater = try Deflater(.gzip, level: level)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 3)
        try deflater.add(bytes) { result += $0 }
        try deflater.finish { result += $0 }
        return result
    }
}

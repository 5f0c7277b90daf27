/// Compresses bytes in memory to `gzip`, for answers of a web server.
package enum GzipBytes {
    /// Compresses; the same bytes always give the same output. The level suits answers that are
    /// made while a client waits.
    package static func compressed(
        _ bytes: UnsafeRawBufferPointer, level: Int32 = 6
    ) throws -> [UInt8] {
        let deflater = try Deflater(.gzip, Deflater.Effort(level: level))
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 3)
        try deflater.add(bytes) { result += $0 }
        try deflater.finish { result += $0 }
        return result
    }
}

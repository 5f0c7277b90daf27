import Foundation

/// The first hundred bytes of a SQLite file, which tell a bundle from anything else before SQLite
/// is let at it.
struct BundleHeader {
    static let applicationID: UInt32 = 0x4754_4653
    /// The layouts that this library can read.
    static let versions: ClosedRange<UInt32> = 1...2

    private static let magic = Array("SQLite format 3\0".utf8)
    private static let size = 100

    /// Checks the file at a path.
    ///
    /// - Throws: `TransitBundleError`, saying what to do.
    static func check(path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            guard FileManager.default.fileExists(atPath: path) else {
                throw TransitBundleError.missing(path: path)
            }
            throw TransitBundleError.unreadable(path: path, reason: "the file can not be opened")
        }
        defer { try? file.close() }
        let bytes: [UInt8]
        let length: UInt64
        do {
            bytes = Array(try file.read(upToCount: size) ?? Data())
            length = try file.seekToEnd()
        } catch {
            throw TransitBundleError.unreadable(path: path, reason: error.localizedDescription)
        }
        guard bytes.count == size, bytes.starts(with: magic),
            number(bytes, at: 68) == applicationID
        else { throw TransitBundleError.notABundle(path: path) }
        let version = number(bytes, at: 60)
        guard version <= versions.upperBound else {
            throw TransitBundleError.newer(path: path, version: Int(version))
        }
        guard version >= versions.lowerBound else {
            throw TransitBundleError.notABundle(path: path)
        }
        let pageSize = UInt64(bytes[16]) << 8 | UInt64(bytes[17])
        let expected = (pageSize == 1 ? 65_536 : pageSize) * UInt64(number(bytes, at: 28))
        guard length >= expected else {
            throw TransitBundleError.truncated(
                path: path, bytes: Int64(length), expected: Int64(expected))
        }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

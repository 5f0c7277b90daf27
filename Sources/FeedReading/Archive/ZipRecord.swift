/// A member as described in the central directory of a zip.
///
///     offset size                         offset size
///     0      4    "PK" 1 2                28     2    length of the name
///     4      2    made by                 30     2    length of the extra fields
///     6      2    version needed          32     2    length of the comment
///     8      2    flags                   34     4    disk, internal attributes
///     10     2    method                  38     4    external attributes
///     12     4    time, date              42     4    offset of the local header
///     16     4    CRC-32                  46          name, extra fields, comment
///     20     4    packed size
///     24     4    unpacked size
struct ZipRecord: Sendable {
    static let fixedLength = 46
    static let signature: [UInt8] = [0x50, 0x4B, 1, 2]
    /// The value of a 32-bit field when the number is in the zip64 extra field.
    private static let elsewhere: UInt64 = 0xFFFF_FFFF

    /// Decoded, with `/` between folders.
    let path: String
    let hasBackslashes: Bool
    let flags: UInt16
    let method: UInt16
    let crc32: UInt32
    let compressedSize: Int64
    let size: Int64
    /// Unix permissions and file type; 0 for archives from other systems.
    private let unixMode: UInt16
    /// The declared offset of the local header, which does not include junk in front.
    let declaredOffset: Int64
    let length: Int

    var isEncrypted: Bool { flags & 1 != 0 }
    var isFolder: Bool { path.isEmpty || path.utf8.last == UInt8(ascii: "/") }
    /// Symbolic links and devices are members too, but their content is not a file.
    var isRegularFile: Bool {
        let type = unixMode & 0o170000
        return !isFolder && (type == 0 || type == 0o100000)
    }

    /// Nil when there is none at the start of `bytes`.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.starts(with: Self.signature),
            let madeBy = bytes.littleEndian(4, count: 2),
            let flags = bytes.littleEndian(8, count: 2),
            let method = bytes.littleEndian(10, count: 2),
            let crc32 = bytes.littleEndian(16, count: 4),
            var compressedSize = bytes.littleEndian(20, count: 4),
            var size = bytes.littleEndian(24, count: 4),
            let nameLength = bytes.littleEndian(28, count: 2),
            let extraLength = bytes.littleEndian(30, count: 2),
            let commentLength = bytes.littleEndian(32, count: 2),
            let attributes = bytes.littleEndian(38, count: 4),
            var offset = bytes.littleEndian(42, count: 4)
        else { return nil }
        let nameStart = bytes.startIndex + Self.fixedLength
        let extraStart = nameStart + Int(nameLength)
        let extraEnd = extraStart + Int(extraLength)
        length = extraEnd + Int(commentLength) - bytes.startIndex
        guard length <= bytes.count else { return nil }
        let extras = ZipExtraFields(bytes: bytes[extraStart..<extraEnd])

        // The zip64 field holds only the numbers that do not fit, in this order.
        var position = 0
        let zip64 = extras[0x0001]
        func widen(_ number: inout UInt64) -> Bool {
            guard number == Self.elsewhere, let zip64 else { return true }
            guard let wide = zip64.littleEndian(position, count: 8) else { return false }
            position += 8
            number = wide
            return true
        }
        guard widen(&size), widen(&compressedSize), widen(&offset),
            let size = Int64(exactly: size), let compressedSize = Int64(exactly: compressedSize),
            let offset = Int64(exactly: offset)
        else { return nil }

        self.flags = UInt16(flags)
        self.method = UInt16(method)
        self.crc32 = UInt32(crc32)
        self.size = size
        self.compressedSize = compressedSize
        declaredOffset = offset
        // The upper byte of "made by" is the system: 3 is Unix, 19 is macOS.
        unixMode = [3, 19].contains(madeBy >> 8) ? UInt16(attributes >> 16) : 0
        hasBackslashes = bytes[nameStart..<extraStart].contains(UInt8(ascii: "\\"))
        path = MemberName.decode(
            bytes[nameStart..<extraStart], isUTF8: flags & 0x0800 != 0,
            unicodePath: extras[0x7075]?.dropFirst(5))
    }
}

/// Number, length and content, one after the other.
private struct ZipExtraFields {
    let bytes: ArraySlice<UInt8>

    /// Nil when the field is missing or the fields are broken before it.
    subscript(_ wanted: UInt64) -> ArraySlice<UInt8>? {
        var rest = bytes
        while let number = rest.littleEndian(0, count: 2),
            let length = rest.littleEndian(2, count: 2)
        {
            let content = rest.dropFirst(4)
            guard content.count >= Int(length) else { return nil }
            if number == wanted { return content.prefix(Int(length)) }
            rest = content.dropFirst(Int(length))
        }
        return nil
    }
}

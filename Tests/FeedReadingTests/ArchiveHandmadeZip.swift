private func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// A zip put together byte by byte, for what no decent program writes.
struct HandmadeZip {
    struct Member {
        var name: [UInt8]
        /// The bytes as they stand in the zip.
        var packed: [UInt8]
        var size: Int64
        var crc32: UInt32
        var method: UInt16 = 0
        var flags: UInt16 = 0
        /// Unix mode, when made on Unix.
        var unixMode: UInt16 = 0
        /// The local header leaves sizes and checksum to a descriptor behind the content.
        var hasDescriptor = false
        /// Sizes and offset stand in the zip64 extra field.
        var isZip64 = false

        init(_ name: String, _ text: String) {
            self.init(name: Array(name.utf8), text)
        }

        init(name: [UInt8], _ text: String) {
            self.name = name
            packed = Array(text.utf8)
            size = Int64(packed.count)
            crc32 = Self.checksum(packed)
        }

        var deflated: Member {
            var member = self
            let length = UInt16(packed.count)
            member.method = 8
            member.packed = [1] + number(length) + number(~length) + packed
            return member
        }

        static func checksum(_ bytes: [UInt8]) -> UInt32 {
            var crc = UInt32.max
            for byte in bytes {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
            }
            return ~crc
        }
    }

    var members: [Member]
    /// Stands in front of the zip, which does not know of it.
    var junkInFront: [UInt8] = []
    var comment: [UInt8] = []
    /// The end of the zip is written twice, wide and usual.
    var isZip64 = false

    init(_ members: [Member]) {
        self.members = members
    }

    init(_ files: KeyValuePairs<String, String>) {
        members = files.map { Member($0, $1) }
    }

    var bytes: [UInt8] {
        var content: [UInt8] = []
        var directory: [UInt8] = []
        for member in members {
            directory += Self.record(member, offset: content.count)
            content += Self.local(member)
        }
        var end: [UInt8] = []
        if isZip64 {
            end += [0x50, 0x4B, 6, 6] + number(UInt64(44)) + number(UInt16(45))
            end += number(UInt16(45)) + number(UInt64(0))
            end += number(UInt64(members.count)) + number(UInt64(members.count))
            end += number(UInt64(directory.count)) + number(UInt64(content.count))
            end += [0x50, 0x4B, 6, 7] + number(UInt32(0))
            end += number(UInt64(content.count + directory.count)) + number(UInt32(1))
        }
        let count = isZip64 ? UInt16.max : UInt16(members.count)
        end += [0x50, 0x4B, 5, 6] + number(UInt32(0)) + number(count) + number(count)
        end += number(isZip64 ? UInt32.max : UInt32(directory.count))
        end += number(isZip64 ? UInt32.max : UInt32(content.count))
        end += number(UInt16(comment.count)) + comment
        return junkInFront + content + directory + end
    }

    private static func local(_ member: Member) -> [UInt8] {
        let sizes = number(UInt32(member.packed.count)) + number(UInt32(clamping: member.size))
        let checked = number(member.crc32) + sizes
        var bytes: [UInt8] = [0x50, 0x4B, 3, 4] + number(UInt16(20))
        bytes += number(flags(member)) + number(member.method) + number(UInt32(0))
        bytes += member.hasDescriptor ? [UInt8](repeating: 0, count: 12) : checked
        bytes += number(UInt16(member.name.count)) + number(UInt16(0)) + member.name
        bytes += member.packed
        if member.hasDescriptor { bytes += [0x50, 0x4B, 7, 8] + checked }
        return bytes
    }

    private static func record(_ member: Member, offset: Int) -> [UInt8] {
        let wide = member.isZip64
        var extra: [UInt8] = []
        if wide {
            extra += number(UInt16(1)) + number(UInt16(24)) + number(member.size)
            extra += number(Int64(member.packed.count)) + number(Int64(offset))
        }
        var bytes: [UInt8] = [0x50, 0x4B, 1, 2] + number(UInt16(3 << 8 | 20))
        bytes += number(UInt16(20)) + number(flags(member)) + number(member.method)
        bytes += number(UInt32(0)) + number(member.crc32)
        bytes += number(wide ? UInt32.max : UInt32(member.packed.count))
        bytes += number(wide ? UInt32.max : UInt32(clamping: member.size))
        bytes += number(UInt16(member.name.count)) + number(UInt16(extra.count))
        bytes += [UInt8](repeating: 0, count: 6) + number(UInt32(member.unixMode) << 16)
        bytes += number(wide ? UInt32.max : UInt32(offset)) + member.name + extra
        return bytes
    }

    private static func flags(_ member: Member) -> UInt16 {
        member.flags | (member.hasDescriptor ? 8 : 0)
    }
}

/// Little feeds for the tests of archives, which care for names more than for content.
enum TinyFeed {
    static let files: [(name: String, text: String)] = [
        ("agency.txt", "agency_name\nMetro\n"),
        ("stops.txt", "stop_id\nA\nB\n"),
        ("routes.txt", "route_id\n1\n"),
    ]

    static func members(in folder: String = "") -> [HandmadeZip.Member] {
        files.map { HandmadeZip.Member(folder + $0.name, $0.text) }
    }

    static var zip: [UInt8] { HandmadeZip(members()).bytes }
}

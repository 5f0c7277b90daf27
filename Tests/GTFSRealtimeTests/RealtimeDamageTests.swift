import GTFSRealtime
import TestSupport
import Testing

/// Bytes that are not a message, or a damaged one.
@Suite("Damaged messages") struct RealtimeDamageTests {
    /// A message with three entities, and where each field of the outermost message ends.
    private static let sample: (bytes: [UInt8], ends: [Int]) = {
        var message = WireMessage()
        var ends = [0]
        message.message(1) { header in
            header.text(1, "2.0")
            header.number(3, 1_763_584_200)
        }
        ends.append(message.bytes.count)
        for number in 1...3 {
            message.message(2) { entity in
                entity.text(1, "e\(number)")
                entity.message(3) { update in
                    update.message(1) { $0.text(1, "a trip with a long id") }
                    for sequence in 1...4 {
                        update.message(2) { stop in
                            stop.number(1, Int64(sequence))
                            stop.message(2) { $0.number(2, 1_763_584_200) }
                            stop.message(3) { $0.number(1, -60) }
                            stop.text(4, "S\(sequence)")
                        }
                    }
                }
                entity.message(4) { $0.message(2) { $0.float(1, -33.9) } }
                entity.message(5) { alert in
                    alert.message(1) { $0.number(1, 5) }
                    alert.message(10) { $0.message(1) { $0.text(1, "Text") } }
                    alert.group(77) { $0.double(1, 2) }
                }
            }
            ends.append(message.bytes.count)
        }
        return (message.bytes, ends)
    }()

    private func damage(_ bytes: [UInt8]) -> RealtimeDamage? {
        do {
            _ = try FeedMessage(bytes)
            return nil
        } catch {
            return error
        }
    }

    private func damage(_ build: (inout WireMessage) -> Void) -> RealtimeDamage? {
        damage(WireMessage(build).bytes)
    }

    /// Reads all that a message has, in both ways.
    private func readAll(_ message: FeedMessage) throws -> Int {
        var count = 0
        for entity in message.entities {
            count += entity.tripUpdate.map { Array($0.stopTimeUpdates).count } ?? 0
            count += entity.vehicle.map { Array($0.multiCarriageDetails).count } ?? 0
            count +=
                entity.alert.map { alert in
                    Array(alert.activePeriods).count + Array(alert.informedEntities).count
                        + (alert.headerText.map { Array($0.translations).count } ?? 0)
                } ?? 0
            count += entity.tripModifications.map { $0.startTimes.joined().count } ?? 0
        }
        try message.writeJSON { count += $0.utf8.count }
        try message.writeJSON(.lines) { count += $0.utf8.count }
        return count + message.invalidTexts().count
    }

    @Test(
        "Every cut of a message is damage, except between fields, and what stands before is readable"
    )
    func cuts() throws {
        let (bytes, ends) = Self.sample
        for end in bytes.indices {
            let cut = Array(bytes[..<end])
            let before = try #require(ends.last { $0 <= end })
            let (message, found) = FeedMessage.readable(cut)
            #expect(end == 0 || damage(cut) == found)
            #expect((found == nil) == ends.contains(end))
            #expect(message.entities.count == max(0, (ends.firstIndex(of: before) ?? 0) - 1))
            _ = try readAll(message)
            if let found {
                #expect(found.position == before)
                #expect(found.message == "FeedMessage")
                // A cut may leave less than the tag of a field.
                if end > before { #expect(found.field == (before == 0 ? "header" : "entity")) }
                #expect(found.reason.contains("cut short"))
            }
        }
    }

    @Test("Other bytes in the place of each are damage or values, and never more")
    func otherBytes() throws {
        var bytes = Self.sample.bytes
        var total = 0
        for place in bytes.indices {
            let byte = bytes[place]
            for other in [0, 1, 7, 0x0B, 0x0C, 0x7F, 0x80, 0xFF, byte ^ 1, byte ^ 8] as [UInt8] {
                bytes[place] = other
                total += try readAll(FeedMessage.readable(bytes).message)
            }
            bytes[place] = byte
        }
        #expect(total > 0)
    }

    @Test("Random bytes are read or refused")
    func random() throws {
        var generator = SeededGenerator(seed: 52)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...60, using: &generator)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // Half of them lead into an entity.
            if count > 4, Bool.random(using: &generator) {
                bytes.replaceSubrange(0..<2, with: [0x12, UInt8(count - 2)])
            }
            let (message, found) = FeedMessage.readable(bytes)
            let isWhole = found == nil && message.header.hasVersion
            #expect((damage(bytes) == nil) == isWhole)
            _ = try readAll(message)
        }
    }

    @Test("Without a header and its version nothing is a message, above all not an empty answer")
    func withoutHeader() throws {
        let empty = try #require(damage([]))
        #expect(empty.description.hasPrefix("byte 0, in FeedMessage.header: there are no bytes"))
        let entity = damage { message in message.message(2) { $0.text(1, "e") } }
        #expect(entity?.reason.hasPrefix("the message has no header") == true)
        for header: [UInt8] in [
            [0x0A, 0], [0x0A, 2, 0x18, 9], [0x0A, 2, 0x0A, 0], [0x0A, 3, 0x0A, 1, 0x20],
        ] {
            let found = try #require(damage(header))
            #expect(
                found.description.hasPrefix(
                    "byte 0, in FeedHeader.gtfs_realtime_version: the header has no version"))
        }
        #expect(damage([0x0A, 5, 0x0A, 3, 0x32, 0x2E, 0x30]) == nil)
        #expect(FeedMessage.readable([]).damage == nil)
    }

    @Test("Damage has a place and a reason")
    func places() throws {
        let inside = try #require(
            damage { message in
                message.message(1) { $0.text(1, "2.0") }
                message.message(2) { entity in
                    entity.text(1, "e")
                    entity.message(3) {
                        $0.message(1) {
                            $0.raw(3, [1])
                            $0.tag(2, 2)
                            $0.varint(50)
                        }
                    }
                }
            })
        #expect(
            inside.description
                == "byte 19, in TripDescriptor.start_time: the field is longer than the message around it: "
                + "the producer must fix it")
        let form = try #require(damage([0x0A, 0x00, 0x0F]))
        #expect(form.position == 2)
        #expect(form.field == nil)
        #expect(form.reason.hasPrefix("there is no field"))
        #expect(damage([0x05])?.reason.hasPrefix("there is no field") == true)
        let eleven = damage([0x0A, 12, 0x18] + [UInt8](repeating: 0xFF, count: 10) + [0x01])
        #expect(
            eleven?.description.hasPrefix("byte 2, in FeedHeader.timestamp: a number has") == true)
        let version: [UInt8] = [0x0A, 3, 0x32, 0x2E, 0x30]
        let ten = [0x18] + [UInt8](repeating: 0xFF, count: 9) + [0x01]
        #expect(damage([0x0A, 16] + version + ten) == nil)
        let end = damage([0x0A, 1, 0x0C])
        #expect(
            end?.description.hasPrefix("byte 2, in FeedHeader.gtfs_realtime_version: a group")
                == true)
        let other = damage { message in
            message.tag(20, 3)
            message.tag(21, 4)
        }
        #expect(other?.reason.hasPrefix("a group ends") == true)
    }

    @Test("Groups may be a hundred deep")
    func groups() {
        func nested(_ depth: Int) -> [UInt8] {
            [0x0A, 3, 0x0A, 1, 0x32] + [UInt8](repeating: 0x4B, count: depth)
                + [UInt8](repeating: 0x4C, count: depth)
        }
        #expect(damage(nested(100)) == nil)
        #expect(damage(nested(101))?.reason.contains("a hundred groups") == true)
        #expect(damage([UInt8](repeating: 0x4B, count: 1_000_000)) != nil)
    }

    @Test(
        "A page, JSON and packed bytes are named",
        arguments: [
            ("<!DOCTYPE html>", "a page"), ("\u{FEFF} \n<?xml", "a page"),
            ("{\"header\":{}}", "JSON"),
        ])
    func otherFormats(_ text: String, _ word: String) throws {
        let found = try #require(damage(Array(text.utf8)))
        #expect(found.position == 0)
        #expect(found.reason.contains(word))
    }

    @Test("Bytes of gzip are named")
    func packed() {
        #expect(damage([0x1F, 0x8B, 8, 0])?.reason.contains("gzip") == true)
    }

    @Test("A text has at most 64 KB, the points of a shape may have more")
    func texts() {
        func message(_ count: Int, _ field: Int) -> [UInt8] {
            WireMessage { message in
                message.message(1) { $0.text(1, "2.0") }
                message.message(2) { entity in
                    entity.message(6) { $0.raw(field, [UInt8](repeating: 0x41, count: count)) }
                }
            }.bytes
        }
        #expect(damage(message(65_536, 1)) == nil)
        let long = damage(message(65_537, 1))
        #expect(long?.field == "shape_id")
        #expect(long?.reason == "the text is longer than 64 KB (65,536 bytes): shorten it")
        #expect(damage(message(200_000, 2)) == nil)
    }

    @Test("A message has at most 2,000,000 entities and 64 MB")
    func limits() {
        let header: [UInt8] = [0x0A, 3, 0x0A, 1, 0x32]
        let entities = [UInt16](repeating: UInt16(littleEndian: 0x12), count: 2_000_001)
        let many = header + entities.withUnsafeBytes { Array($0) }
        #expect(damage(Array(many.dropLast(2))) == nil)
        let found = FeedMessage.readable(many)
        #expect(found.damage?.reason.contains("more than 2,000,000 entities") == true)
        #expect(found.message.entities.count == 2_000_000)
        let large =
            header + [0x7A, 0x80, 0x80, 0x80, 0x20] + [UInt8](repeating: 0, count: 64 << 20)
        #expect(damage(large)?.reason.contains("67,108,864 bytes") == true)
        #expect(FeedMessage.readable(large).message.entities.isEmpty)
        #expect(FeedMessage.readable(large).damage == damage(large))
    }
}

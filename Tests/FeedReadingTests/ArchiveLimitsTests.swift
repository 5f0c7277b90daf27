import FeedReading
import TestSupport
import Testing

@Suite("Guards against bombs")
struct ArchiveLimitsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func message(_ bytes: [UInt8], _ limits: ArchiveLimits) -> String? {
        feedError { () throws(FeedError) in try folder.open(bytes, limits: limits) }?.description
    }

    @Test("Ordinary feeds trip no limit")
    func ordinary() throws {
        #expect(try folder.open(TinyFeed.zip).members.count == 3)
    }

    @Test("The declared sizes together are bounded")
    func total() {
        let text = message(TinyFeed.zip, ArchiveLimits(totalBytes: 40))
        #expect(text?.contains("more than the limit of 40 bytes") == true)
        #expect(text?.hasSuffix("raise it with --max-unpacked-size") == true)
        #expect(message(TinyFeed.zip, ArchiveLimits(totalBytes: 41)) == nil)
    }

    @Test("Huge declared sizes do not overflow")
    func overflow() {
        let members = TinyFeed.members().map { member in
            var member = member
            member.size = .max
            member.isZip64 = true
            return member
        }
        let text = message(HandmadeZip(members).bytes, ArchiveLimits(totalBytes: .max))
        #expect(text == nil || text?.contains("--max-unpacked-size") == true)
    }

    @Test("The number of members is bounded")
    func members() throws {
        let text = message(TinyFeed.zip, ArchiveLimits(memberCount: 2))
        #expect(
            text?.hasSuffix(
                "at least 3 members, more than the limit of 2 members; "
                    + "raise it with --max-members") == true)
        #expect(message(TinyFeed.zip, ArchiveLimits(memberCount: 3)) == nil)
        let tar = try ArchiveBuilder.pack(TinyFeed.files, as: .tar)
        #expect(message(tar, ArchiveLimits(memberCount: 2))?.contains("--max-members") == true)
    }

    @Test("A zip64 with 70,000 members is rejected by default, and opens when asked")
    func manyMembers() throws {
        var zip = HandmadeZip(
            (0..<70_000).map { HandmadeZip.Member("d/\($0)", "") } + TinyFeed.members())
        zip.isZip64 = true
        let bytes = zip.bytes
        let expected = "at least 70,003 members, more than the limit of 10,000 members"
        #expect(message(bytes, .standard)?.contains(expected) == true)
        #expect(
            try folder.open(bytes, limits: ArchiveLimits(memberCount: 100_000)).members.count == 3)
    }

    @Test("A ratio that no feed has is refused when the member is opened")
    func ratio() throws {
        var stops = TinyFeed.members()[1]
        stops.size = ArchiveLimits.ratioFloorBytes + 1
        let archive = try folder.open(HandmadeZip([stops]).bytes)
        let error = feedError { () throws(FeedError) in try archive.text(of: "stops.txt") }
        #expect(error?.description.contains("stops.txt unpacks 12 bytes to 100000001") == true)
        #expect(error?.description.hasSuffix("raise it with --max-ratio") == true)
    }

    @Test("A bomb of zeros in a tar.gz stops while it is unpacked")
    func tarBomb() throws {
        let zeros = [UInt8](repeating: 0, count: 104_000_000)
        let bytes = try ArchiveBuilder.pack([(name: "stops.txt", bytes: zeros)], as: .gzippedTar)
        #expect(message(bytes, .standard)?.contains("--max-ratio") == true)
        #expect(
            message(bytes, ArchiveLimits(totalBytes: 1_000_000))?.contains("--max-unpacked-size")
                == true)
        #expect(message(bytes, ArchiveLimits(ratio: 2000)) == nil)
        #expect(try folder.temporaryFiles().isEmpty)
    }
}

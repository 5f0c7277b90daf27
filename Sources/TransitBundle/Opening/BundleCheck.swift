import BundleCodec
import Foundation
import SQLiteLayer
import SystemLayer
import TransitModel

/// SQLite reads a page only when a question needs it, so a bundle that opens may still have a hole.
/// Therefore all pages are read, their structure is checked, and some questions are asked.
struct BundleCheck {
    let path: String

    /// A multiple of every possible page size.
    private static let pieceBytes = 1 << 20
    /// The page at this offset is never used: systems lock bytes of it.
    private static let lockedByte = 1 << 30

    /// The digest has hexadecimal digits. Throws `TransitBundleError`, saying what is wrong.
    func run(sha256: String?) throws {
        let header = try BundleHeader(path: path)
        try checkBytes(sha256: sha256, header.pageBytes)
        let bundle = try TransitBundle(path: path)
        try bundle.questionOnThisThread(checkStructure)
        try Self.ask(bundle)
    }

    /// Checks the digest or, if none is known, that no page has been wiped. A page of zeros belongs
    /// to no table, but SQLite would silently read one at the end of a long value.
    private func checkBytes(sha256: String?, _ pageBytes: Int) throws {
        var digest = ByteDigest()
        var offset = 0
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            while let piece = try file.read(upToCount: Self.pieceBytes), !piece.isEmpty {
                if sha256 != nil {
                    piece.withUnsafeBytes { digest.update($0) }
                } else {
                    try checkPages(piece, from: offset, pageBytes)
                }
                offset += piece.count
            }
        } catch let error as TransitBundleError {
            throw error
        } catch {
            throw TransitBundleError.unreadable(path: path, reason: error.localizedDescription)
        }
        guard let sha256 else { return }
        let found = digest.sha256
        guard found == sha256.lowercased() else {
            throw TransitBundleError.wrongDigest(path: path, found: found, expected: sha256)
        }
    }

    private func checkPages(_ piece: Data, from offset: Int, _ pageBytes: Int) throws {
        try piece.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: pageBytes) {
                let page = bytes[start..<min(start + pageBytes, bytes.count)]
                let place = offset + start
                if place != Self.lockedByte / pageBytes * pageBytes,
                    page.allSatisfy({ $0 == 0 })
                {
                    throw TransitBundleError.damaged(
                        reason: "page \(place / pageBytes + 1) has zeros only")
                }
            }
        }
    }

    private func checkStructure(_ db: Database) throws {
        let found = try db.readAll("PRAGMA quick_check(1)") { $0.text(0) }
        guard found == ["ok"] else {
            throw TransitBundleError.damaged(reason: found.first ?? "it cannot be checked")
        }
    }

    static func ask(_ bundle: TransitBundle) throws {
        let facts = bundle.facts
        try bundle.questionOnThisThread { db in
            _ = try FeedDescription(db)
            _ = try RouteLookup(db: db).all()
            if let trip = try db.first("SELECT trip_id FROM trips LIMIT 1", { $0.text(0) }) {
                _ = try TripCalls(TripRecord.known(trip, db), facts: facts, in: db).all()
            }
            let called = "SELECT sid FROM pattern_stops WHERE sid > 0 LIMIT 1"
            guard let sid = try db.first(called, { $0.key(0) }),
                let stop = try StopLookup(db: db).stop(sid: sid),
                let day = facts.serviceDays?.lowerBound
            else { return }
            var search = StopEventSearch(db, facts, stops: [stop], kind: .departure)
            let start = Double(
                ServiceClock(timeZone: facts.agencyZone.timeZone).startSeconds(of: day))
            _ = try search.run(from: start, to: start + 86_400)
        }
    }
}

extension TransitBundle {
    package static func check(_ path: String) throws {
        try BundleCheck(path: path).run(sha256: nil)
    }
}

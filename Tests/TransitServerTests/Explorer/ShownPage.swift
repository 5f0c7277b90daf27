import BundleWriting
import FeedReading
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import ServerTestSupport
import TestSupport
import Testing
import TransitAPI

@testable import TransitServer

/// The explorer of a feed under test: pages as a browser gets them, beside the answers of the API.
struct ShownFeed {
    private let folder: TestFolder
    private let responder: APIResponder

    /// The explorer of a feed in files.
    ///
    /// - Parameter now: what its server takes for now, RFC 3339.
    init(_ feed: TestFeed, now: String = "2026-11-23T08:00:00+11:00") async throws {
        let folder = try TestFolder()
        try await self.init(folder, archive: feed.write(to: folder, as: "feed"), now: now)
    }

    /// The explorer of the feed of the project, `feeds/sample`, Monday morning in Port Lumen.
    static func sample(now: String = "2026-11-23T08:00:00+11:00") async throws -> ShownFeed {
        try await ShownFeed(
            TestFolder(), archive: PackageRoot.path + "/feeds/sample", now: now)
    }

    /// The same feed, with files and columns that the reference does not know.
    static func extended() async throws -> ShownFeed {
        let folder = try TestFolder()
        return try await ShownFeed(
            folder, archive: ExtendedFeed.write(to: folder), now: "2026-11-23T08:00:00+11:00")
    }

    private init(_ folder: TestFolder, archive: String, now: String) async throws {
        let path = folder.path + "/shown.sqlite"
        _ = try BundleBuild(.init()).run(FeedArchive.open(archive), to: path, progress: { _ in })
        try await self.init(folder, path: path, now: now)
    }

    /// The explorer of what lies at a path: a bundle, or what is published.
    init(_ folder: TestFolder, path: String, now: String) async throws {
        self.folder = folder
        let clock = TestClock(try Date(now, strategy: .iso8601))
        var settings = ServerSettings()
        settings.clock = clock.clock
        responder = APIResponder(ServerCore(try await FeedCatalog(path: path), settings))
    }

    /// The runs of a service on one of its days: the starts of `frequencies.txt` one by one, and
    /// one run of all other trips.
    func runs(ofService id: String) throws -> (runs: Int, departures: Int) {
        let bundle = try DatabaseQueue(path: folder.path + "/shown.sqlite")
        return try bundle.read { db in
            func starts(_ row: Row) -> Int {
                guard let seconds = row["headway_secs"] as Int? else { return 1 }
                let start: Int = row["start_timestamp"]
                return Array(stride(from: start, to: row["end_timestamp"] as Int, by: seconds))
                    .count
            }
            let runs = try Row.fetchAll(
                db,
                sql: """
                    SELECT f.* FROM trips t LEFT JOIN frequencies f ON f.trip_id = t.trip_id
                    WHERE t.service_id = ?
                    """, arguments: [id])
            let departures = try Row.fetchAll(
                db,
                sql: """
                    SELECT d.* FROM departures d JOIN service s ON s.service = d.service
                    WHERE s.service_id = ?
                    """, arguments: [id])
            return (
                runs.reduce(0) { $0 + starts($1) }, departures.reduce(0) { $0 + starts($1) }
            )
        }
    }

    func page(_ address: String, _ headers: HTTPFields = [:]) async throws -> ShownPage {
        let response = try await ResponderClient(responder).execute(
            uri: address, method: .get, headers: headers)
        return ShownPage(
            status: response.status.code, headers: response.headers,
            text: String(buffer: response.body), bytes: response.body.readableBytes)
    }

    func answer<Payload: WireForm>(
        _ address: String, as payload: Payload.Type
    ) async throws -> Envelope<Payload> {
        let page = try await page(address)
        try #require(page.status == 200, "\(address): \(page.text)")
        return try Envelope<Payload>.decoded(from: Data(page.text.utf8))
    }
}

struct ShownPage {
    let status: Int
    let headers: HTTPFields
    let text: String
    let bytes: Int

    /// The text between a tag with an id and the tag that closes it.
    func element(_ tag: String, id: String) -> String? {
        guard let open = text.range(of: "<\(tag) id=\"\(id)\""),
            let start = text[open.upperBound...].firstIndex(of: ">"),
            let end = text[start...].range(of: "</\(tag)>")
        else { return nil }
        return String(text[text.index(after: start)..<end.lowerBound])
    }

    /// The cells of the body of a table, as people read them, row by row.
    func rows(ofTable id: String) -> [[String]] {
        guard let table = element("table", id: id),
            let body = table.range(of: "<tbody").map({ table[$0.upperBound...] })
        else { return [] }
        return body.components(separatedBy: "<tr").dropFirst().map { row in
            // A cell may hold `<time`.
            row.replacingOccurrences(of: "<th", with: "<td").components(separatedBy: "<td")
                .dropFirst().map { Self.plain("<td" + $0) }
        }
    }

    /// The cells of the body of a table by the classes of their columns.
    func classedRows(ofTable id: String) -> [[String: String]] {
        (element("table", id: id) ?? "").components(separatedBy: "<tr").dropFirst().compactMap {
            row in
            let cells = row.components(separatedBy: "<td class=\"").dropFirst().map { cell in
                (String(cell.prefix { $0 != "\"" }), Self.plain("<td class=\"" + cell))
            }
            return cells.isEmpty ? nil : Dictionary(cells) { first, _ in first }
        }
    }

    func items(ofList id: String, tag: String = "ul") -> [String] {
        (element(tag, id: id) ?? "").components(separatedBy: "<li").dropFirst().map {
            Self.plain("<li" + $0)
        }
    }

    /// The text of markup: without tags, with what was escaped, blanks taken together.
    static func plain(_ markup: String) -> String {
        var text = ""
        var isTag = false
        for character in markup {
            switch character {
            case "<":
                isTag = true
                text += " "
            case ">" where isTag: isTag = false
            default: if !isTag { text.append(character) }
            }
        }
        for (escape, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ] { text = text.replacingOccurrences(of: escape, with: character) }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

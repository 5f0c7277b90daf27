import BundleWriting
import FeedReading
import Foundation
import HTTPTypes
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitAnswers
@testable import TransitExplorer
@testable import TransitServer

/// Pages of `feeds/sample` on Monday morning, with live data that a test puts into its answers.
struct LivePages: Sendable {
    static let zone = NamedTimeZone("Australia/Sydney")?.timeZone ?? .gmt

    static func instant(_ seconds: Int) -> LocalInstant {
        LocalInstant(Date(timeIntervalSince1970: Double(seconds)), in: zone)
    }

    private let folder: TestFolder
    private let feed: ExplorerFeed
    let now: Date
    var realtime: ExplorerRealtime?
    var board: @Sendable (inout Envelope<Board>) -> Void = { _ in }
    var trip: @Sendable (inout TripDetailsDTO) -> Void = { _ in }
    var stop: @Sendable (inout StopDetailsDTO) -> Void = { _ in }
    var route: @Sendable (inout RouteDetailsDTO) -> Void = { _ in }
    var vehicles: [LiveVehicle] = []
    var report = RealtimeReportDTO()

    /// - Parameters:
    ///   - state: the freshness of the live data.
    ///   - seconds: the age of its oldest message; nil when none is applied.
    init(_ state: RealtimeState.Freshness = .live, seconds: Double? = 30) async throws {
        folder = try TestFolder()
        let path = folder.path + "/live.sqlite"
        _ = try BundleBuild(.init()).run(
            FeedArchive.open(PackageRoot.path + "/feeds/sample"), to: path, progress: { _ in })
        let bundle = try TransitBundle(path: path)
        feed = ExplorerFeed(
            bundle: bundle, description: try await bundle.feed(), dots: DotKeys(), version: "1",
            published: nil)
        now = try Date("2026-11-23T08:00:00+11:00", strategy: .iso8601)
        let at = seconds.map { [now] in now.addingTimeInterval(-$0) }
        realtime = ExplorerRealtime(
            RealtimeState(state, at: state == .expired ? nil : at), newest: at)
    }

    func page(_ address: String, in language: String = "en") async throws -> ShownPage {
        let target = try #require(try ExplorerTarget("/explorer" + address))
        let context = ExplorerContext(
            target, of: feed, texts: ExplorerTexts(in: language), now: now, namesLanguage: nil,
            tiles: nil, realtime: realtime
        ) { question in
            let answers = AnswerContext(
                bundle: feed.bundle, source: feed.bundle, feed: "sample", version: "1", now: now)
            return LiveAnswers(answerer: Answerer(question, in: answers), pages: self)
        }
        let file = try await Explorer.file(context)
        return ShownPage(
            status: 200, headers: [:], text: String(decoding: file.bytes, as: UTF8.self),
            bytes: file.bytes.count)
    }
}

private struct LiveAnswers: ExplorerAnswers {
    let answerer: Answerer
    let pages: LivePages

    private func live<Payload>(
        _ answer: Envelope<Payload>, _ write: (inout Payload) -> Void
    ) -> Envelope<Payload> {
        var answer = answer
        answer.meta.realtime = pages.realtime.map { RealtimeMeta($0.state.freshness) }
        write(&answer.data)
        return answer
    }

    func board() async throws -> Envelope<Board> {
        var answer = live(try await answerer.board()) { _ in }
        pages.board(&answer)
        return answer
    }
    func trip() async throws -> Envelope<TripDetailsDTO> {
        live(try await answerer.trip(), pages.trip)
    }
    func stop() async throws -> Envelope<StopDetailsDTO> {
        live(try await answerer.stop(), pages.stop)
    }
    func route() async throws -> Envelope<RouteDetailsDTO> {
        live(try await answerer.route(), pages.route)
    }

    func vehicles() async throws -> Envelope<ListDTO<LiveVehicle>> {
        let route = answerer.question.list("route").first
        let found = pages.vehicles.filter { $0.routeID == route }
        return Envelope(ListDTO(found))
    }
    func realtime() async throws -> Envelope<RealtimeReportDTO> { Envelope(pages.report) }

    func feed() async throws -> Envelope<FeedDTO> { try await answerer.feed() }
    func extensions() async throws -> Envelope<ListDTO<ExtensionTable>> {
        try await answerer.extensions()
    }
    func extensionRows() async throws -> Envelope<ModelDTO<ExtensionRows>> {
        try await answerer.extensionRows()
    }
    func tables() async throws -> Envelope<ListDTO<TableDTO>> { try await answerer.tables() }
    func services() async throws -> Envelope<ListDTO<ServiceDTO>> { try await answerer.services() }
    func fares() async throws -> Envelope<FareListDTO> { try await answerer.fares() }
    func bookingRule() async throws -> Envelope<ModelDTO<BookingRule>> {
        try await answerer.bookingRule()
    }
    func stops() async throws -> Envelope<ListDTO<StopDTO>> { try await answerer.stops() }
    func destinations() async throws -> Envelope<DestinationListDTO> {
        try await answerer.destinations()
    }
    func routes() async throws -> Envelope<RouteListDTO> { try await answerer.routes() }
    func routeStops() async throws -> Envelope<RouteStopsDTO> { try await answerer.routeStops() }
    func timetable() async throws -> Envelope<TimetableListDTO> { try await answerer.timetable() }
    func shape() async throws -> Envelope<ShapeDTO> { try await answerer.shape() }
}

extension LocalInstant {
    func later(by seconds: Int) -> LocalInstant {
        LocalInstant(seconds: self.seconds + seconds, offsetSeconds: offsetSeconds)
    }
}

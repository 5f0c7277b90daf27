import Foundation
import GTFSSchedule
import SystemLayer
import TransitBundle

/// A server, and how it is measured.
struct ServeSetting {
    let program: String
    let place: ServedPlace
    let board: ServedBoard
    let rounds: Int
    let runner: WrkRunner

    func start(_ options: [String] = []) throws -> ServedProgram {
        try ServedProgram.gtfsServe(program, serving: place.path, options: options)
    }

    func run(
        _ path: String, _ server: ServedProgram, headers: [String] = [], connections: Int = 32,
        pause: Int = 0
    ) throws -> WrkResult {
        let load = WrkLoad(
            path: path, headers: headers, connections: connections,
            start: WrkLoad.start(on: board.date, hour: 6), pause: pause)
        let result = try runner.run(load, at: server.address)
        guard result.failures == 0 else {
            throw BenchmarkError(
                "\(result.failures) requests for \(path) failed at \(server.address)")
        }
        return result
    }

    /// The second value is nil where the system does not tell the server's processor time.
    func runCounting(
        _ path: String, _ server: ServedProgram
    ) throws -> (result: WrkResult, perProcessorSecond: Double?) {
        let before = server.processorSeconds
        let result = try run(path, server)
        guard let before, let after = server.processorSeconds, after > before else {
            return (result, nil)
        }
        return (result, result.requests / (after - before))
    }
}

struct ServeTrial {
    let setting: ServeSetting
    let nginx: String

    private struct Figures {
        var cached = ServeFigure(name: "cached body, requests/s", target: .ratio(0.35))
        var notModified = ServeFigure(name: "304, requests/s", target: .ratio(0.35))
        var uncached = ServeFigure(name: "uncached board, requests/s")
        var uncachedPerCore = ServeFigure(
            name: "uncached board, requests per processor second", target: .atLeast(8000))
        var download = ServeFigure(name: "download of the bundle, MB/s", target: .ratio(0.7))
        var cachedP99 = ServeFigure(name: "cached body, p99 ms", digits: 1, target: .atMost(5))
        var uncachedP99 = ServeFigure(
            name: "uncached board, p99 ms with both processors full", digits: 1)
        var paced = ServeFigure(name: "uncached board with pauses, requests/s")
        var pacedP99 = ServeFigure(name: "uncached board with pauses, p99 ms", digits: 1)
        var start = ServeFigure(name: "start to the first answer, ms", target: .atMost(100))
        var memory = ServeFigure(name: "memory at rest, MB", target: .atMost(150))

        var all: [ServeFigure] {
            [
                cached, notModified, uncached, uncachedPerCore, download, cachedP99, uncachedP99,
                paced, pacedP99, start, memory,
            ]
        }
    }

    func run() async throws -> [ServeFigure] {
        var figures = Figures()
        let (board, bundle) = (setting.board, setting.place.bundle)
        let files = setting.runner.scratch + "/files"
        try FileManager.default.createDirectory(
            atPath: files, withIntermediateDirectories: true)
        try "ours".write(toFile: files + "/ours.txt", atomically: false, encoding: .utf8)
        let peer = try await ServedProgram.nginx(
            nginx, files: files, scratch: setting.runner.scratch)
        defer { peer.stop() }
        for _ in 0..<max(setting.rounds, 3) { try await addStart(to: &figures) }
        let server = try setting.start()
        defer { server.stop() }
        let body = try await server.get(board.fixedPath)
        guard body.status == 200, let tag = body.tag else {
            throw BenchmarkError("\(board.fixedPath) answers \(body.status)")
        }
        figures.memory.add(ours: server.memoryMegabytes)
        try body.body.write(to: URL(fileURLWithPath: files + "/board.json"))
        try FileManager.default.createSymbolicLink(
            atPath: files + "/bundle.sqlite",
            withDestinationPath: URL(fileURLWithPath: bundle).standardizedFileURL.path)
        let peerTag = try await peer.get("/board.json").tag ?? ""
        let query = try await board.queries(of: bundle).p99
        figures.uncachedP99.target = .beyondQuery(milliseconds: query)
        figures.pacedP99.target = .beyondQuery(milliseconds: query)
        for _ in 0..<setting.rounds {
            try addCached(server, peer, tags: (tag, peerTag), to: &figures)
            try addUncached(server, to: &figures)
            try addPaced(server, to: &figures)
            try addDownload(server, peer, to: &figures)
        }
        return figures.all
    }

    private func addStart(to figures: inout Figures) async throws {
        let start = ContinuousClock.now
        let server = try setting.start()
        defer { server.stop() }
        guard try await server.get(setting.board.fixedPath).status == 200 else { return }
        figures.start.add(ours: (ContinuousClock.now - start).seconds * 1000)
    }

    private func addCached(
        _ server: ServedProgram, _ peer: ServedProgram, tags: (ours: String, nginx: String),
        to figures: inout Figures
    ) throws {
        let path = setting.board.fixedPath
        let ours = try setting.run(path, server)
        let nginx = try setting.run("/board.json", peer)
        figures.cached.add(ours: ours.perSecond, peer: nginx.perSecond)
        figures.cachedP99.add(ours: ours.p99Milliseconds, peer: nginx.p99Milliseconds)
        func unchanged(
            _ path: String, _ tag: String, _ server: ServedProgram
        ) throws -> Double {
            try setting.run(path, server, headers: ["If-None-Match: \(tag)"]).perSecond
        }
        figures.notModified.add(
            ours: try unchanged(path, tags.ours, server),
            peer: try unchanged("/board.json", tags.nginx, peer))
    }

    private func addUncached(_ server: ServedProgram, to figures: inout Figures) throws {
        let (result, perProcessorSecond) = try setting.runCounting(setting.board.path(), server)
        figures.uncached.add(ours: result.perSecond)
        figures.uncachedP99.add(ours: result.p99Milliseconds)
        figures.uncachedPerCore.add(ours: perProcessorSecond)
    }

    /// As many requests as the server must answer on one processor: with as many as it can answer,
    /// a request mostly waits for others.
    private func addPaced(_ server: ServedProgram, to figures: inout Figures) throws {
        let result = try setting.run(setting.board.path(), server, pause: 3)
        figures.paced.add(ours: result.perSecond)
        figures.pacedP99.add(ours: result.p99Milliseconds)
    }

    private func addDownload(
        _ server: ServedProgram, _ peer: ServedProgram, to figures: inout Figures
    ) throws {
        guard let download = setting.place.download else { return }
        func megabytesPerSecond(_ path: String, _ program: ServedProgram) throws -> Double {
            let result = try setting.run(path, program, connections: 4)
            return result.bytes / 1e6 / result.seconds
        }
        figures.download.add(
            ours: try megabytesPerSecond(download, server),
            peer: try megabytesPerSecond("/bundle.sqlite", peer))
    }
}

struct ServeFigure {
    enum Target {
        /// At least this fraction of nginx's figure.
        case ratio(Double)
        case atLeast(Double)
        case atMost(Double)
        /// At most 2 ms more than the query takes without a server.
        case beyondQuery(milliseconds: Double)
        /// For the reader to judge.
        case words(String)

        var text: String {
            switch self {
            case .ratio(let ratio): ">= \(ratio) x nginx"
            case .atLeast(let least): ">= \(Printing.number(least, 0))"
            case .atMost(let most): "<= \(Printing.number(most, 0))"
            case .beyondQuery(let query): "<= query (\(Printing.number(query, 2))) + 2"
            case .words(let text): text
            }
        }
    }

    let name: String
    var ours: [Double] = []
    /// Of what it is compared with.
    var peer: [Double] = []
    var digits = 0
    var target: Target?

    mutating func add(ours: Double?, peer: Double? = nil) {
        if let ours { self.ours.append(ours) }
        if let peer { self.peer.append(peer) }
    }

    var ratio: Double? {
        guard let ours = ours.median, let peer = peer.median, peer > 0 else { return nil }
        return ours / peer
    }

    var isReached: Bool? {
        switch target {
        case nil, .words: nil
        case .ratio(let least): ratio.map { $0 >= least }
        case .atLeast(let least): ours.median.map { $0 >= least }
        case .atMost(let most): ours.median.map { $0 <= most }
        case .beyondQuery(let query): ours.median.map { $0 <= query + 2 }
        }
    }

    static func table(_ figures: [ServeFigure]) -> [[String]] {
        [["", "gtfs-serve", "nginx", "ratio", "target", ""]] + figures.map(\.cells)
    }

    var cells: [String] {
        [
            name, Printing.number(ours.median, digits), Printing.number(peer.median, digits),
            Printing.number(ratio, 2),
            target?.text ?? "", isReached == false ? "MISSED" : "",
        ]
    }
}

struct ServedBoard {
    private static let count = 8

    let stop: String
    let date: ServiceDate

    /// Its path; `{at}` stands for the time when none is given.
    func path(at time: String = "{at}") -> String {
        let safe = CharacterSet.alphanumerics.intersection(
            CharacterSet(charactersIn: Unicode.Scalar(0)..<Unicode.Scalar(128))
        ).union(CharacterSet(charactersIn: "-._~"))
        let id = stop.addingPercentEncoding(withAllowedCharacters: safe) ?? stop
        return "/api/v1/stops/\(id)/departures?at=\(time)&n=\(Self.count)"
    }

    var fixedPath: String {
        // Without the Z: a time of the clock at the stop.
        path(at: String(Timestamp.text(WrkLoad.start(on: date, hour: 8)).dropLast()))
    }

    /// The time that the same question takes without a server, asked for one time after the other.
    func queries(of bundle: String) async throws -> Latencies {
        let bundle = try TransitBundle(path: bundle)
        let stop = try await bundle.stop(id: stop)
        let start = WrkLoad.start(on: date, hour: 6)
        var milliseconds: [Double] = []
        for number in 0..<1000 {
            let time = Date(timeIntervalSince1970: TimeInterval(start + number * 43))
            let begin = ContinuousClock.now
            _ = try await bundle.nextDepartures(from: stop, at: time, count: Self.count)
            milliseconds.append((ContinuousClock.now - begin).seconds * 1000)
        }
        return Latencies(milliseconds)
    }
}

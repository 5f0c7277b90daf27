import Foundation
import GTFSSchedule
import TransitBundle

struct ServeTrial {
    let program: String
    let nginx: String
    let place: ServedPlace
    let board: ServedBoard
    let seconds: Int
    let rounds: Int
    let runner: WrkRunner

    private enum Line: Int, CaseIterable {
        case cached, notModified, uncached, uncachedPerCore, download, cachedP99, uncachedP99
        case paced, pacedP99, start, memory

        var figure: ServeFigure {
            switch self {
            case .cached: ServeFigure(name: "cached body, requests/s", target: .ratio(0.35))
            case .notModified: ServeFigure(name: "304, requests/s", target: .ratio(0.35))
            case .uncached: ServeFigure(name: "uncached board, requests/s")
            case .uncachedPerCore:
                ServeFigure(
                    name: "uncached board, requests per processor second", target: .atLeast(8000))
            case .download:
                ServeFigure(name: "download of the bundle, MB/s", target: .ratio(0.7))
            case .cachedP99:
                ServeFigure(name: "cached body, p99 ms", digits: 1, target: .atMost(5))
            case .uncachedP99:
                ServeFigure(name: "uncached board, p99 ms with both processors full", digits: 1)
            case .paced: ServeFigure(name: "uncached board with pauses, requests/s")
            case .pacedP99: ServeFigure(name: "uncached board with pauses, p99 ms", digits: 1)
            case .start:
                ServeFigure(name: "start to the first answer, ms", target: .atMost(100))
            case .memory: ServeFigure(name: "memory at rest, MB", target: .atMost(150))
            }
        }
    }

    private struct Figures {
        var lines = Dictionary(uniqueKeysWithValues: Line.allCases.map { ($0, $0.figure) })

        mutating func add(_ line: Line, ours: Double? = nil, nginx: Double? = nil) {
            if let ours { lines[line]?.ours.append(ours) }
            if let nginx { lines[line]?.nginx.append(nginx) }
        }

        var all: [ServeFigure] { Line.allCases.compactMap { lines[$0] } }
    }

    func run() async throws -> [ServeFigure] {
        var figures = Figures()
        let files = runner.scratch + "/files"
        try FileManager.default.createDirectory(
            atPath: files, withIntermediateDirectories: true)
        try "ours".write(toFile: files + "/ours.txt", atomically: false, encoding: .utf8)
        let peer = try await ServedProgram.nginx(nginx, files: files, scratch: runner.scratch)
        defer { peer.stop() }
        for _ in 0..<max(rounds, 3) { try await addStart(to: &figures) }
        let server = try ServedProgram.gtfsServe(program, serving: place.path)
        defer { server.stop() }
        let body = try await server.get(board.fixedPath)
        guard body.status == 200, let tag = body.tag else {
            throw BenchmarkError("\(board.fixedPath) answers \(body.status)")
        }
        figures.add(.memory, ours: server.memoryBytes.map { Double($0) / 1e6 })
        try body.body.write(to: URL(fileURLWithPath: files + "/board.json"))
        try FileManager.default.createSymbolicLink(
            atPath: files + "/bundle.sqlite",
            withDestinationPath: URL(fileURLWithPath: place.bundle).standardizedFileURL.path)
        let peerTag = try await peer.get("/board.json").tag ?? ""
        let query = try await board.queries(of: place.bundle).p99
        figures.lines[.uncachedP99]?.target = .beyondQuery(milliseconds: query)
        figures.lines[.pacedP99]?.target = .beyondQuery(milliseconds: query)
        for _ in 0..<rounds {
            try addCached(server, peer, tags: (tag, peerTag), to: &figures)
            try addUncached(server, to: &figures)
            try addPaced(server, to: &figures)
            try addDownload(server, peer, to: &figures)
        }
        return figures.all
    }

    private func addStart(to figures: inout Figures) async throws {
        let start = ContinuousClock.now
        let server = try ServedProgram.gtfsServe(program, serving: place.path)
        defer { server.stop() }
        guard try await server.get(board.fixedPath).status == 200 else { return }
        figures.add(.start, ours: (ContinuousClock.now - start).seconds * 1000)
    }

    private func load(_ path: String, headers: [String] = []) -> WrkLoad {
        WrkLoad(
            path: path, headers: headers,
            start: WrkLoad.start(on: board.date, hour: 6))
    }

    private func run(_ load: WrkLoad, _ program: ServedProgram) throws -> WrkResult {
        let result = try runner.run(load, at: program.address, seconds: seconds)
        guard result.failures == 0 else {
            throw BenchmarkError(
                "\(result.failures) requests for \(load.path) failed at \(program.address)")
        }
        return result
    }

    private func addCached(
        _ server: ServedProgram, _ peer: ServedProgram, tags: (ours: String, nginx: String),
        to figures: inout Figures
    ) throws {
        let ours = try run(load(board.fixedPath), server)
        let nginx = try run(load("/board.json"), peer)
        figures.add(.cached, ours: ours.perSecond, nginx: nginx.perSecond)
        figures.add(.cachedP99, ours: ours.p99Milliseconds, nginx: nginx.p99Milliseconds)
        figures.add(
            .notModified,
            ours: try run(
                load(board.fixedPath, headers: ["If-None-Match: \(tags.ours)"]), server
            ).perSecond,
            nginx: try run(
                load("/board.json", headers: ["If-None-Match: \(tags.nginx)"]), peer
            ).perSecond)
    }

    private func addUncached(_ server: ServedProgram, to figures: inout Figures) throws {
        let before = server.processorSeconds
        let result = try run(load(board.path()), server)
        figures.add(.uncached, ours: result.perSecond)
        figures.add(.uncachedP99, ours: result.p99Milliseconds)
        guard let before, let after = server.processorSeconds, after > before else { return }
        figures.add(.uncachedPerCore, ours: result.requests / (after - before))
    }

    /// As many requests as the server must answer on one processor: with as many as it can answer,
    /// a request mostly waits for others.
    private func addPaced(_ server: ServedProgram, to figures: inout Figures) throws {
        var load = load(board.path())
        load.pause = 3
        let result = try run(load, server)
        figures.add(.paced, ours: result.perSecond)
        figures.add(.pacedP99, ours: result.p99Milliseconds)
    }

    private func addDownload(
        _ server: ServedProgram, _ peer: ServedProgram, to figures: inout Figures
    ) throws {
        guard let download = place.download else { return }
        func megabytesPerSecond(_ path: String, _ program: ServedProgram) throws -> Double {
            var load = load(path)
            load.connections = 4
            let result = try run(load, program)
            return result.bytes / 1e6 / result.seconds
        }
        figures.add(
            .download, ours: try megabytesPerSecond(download, server),
            nginx: try megabytesPerSecond("/bundle.sqlite", peer))
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

        var text: String {
            switch self {
            case .ratio(let ratio): ">= \(ratio) x nginx"
            case .atLeast(let least): ">= \(Printing.number(least, 0))"
            case .atMost(let most): "<= \(Printing.number(most, 0))"
            case .beyondQuery(let query): "<= query (\(Printing.number(query, 2))) + 2"
            }
        }
    }

    let name: String
    var ours: [Double] = []
    var nginx: [Double] = []
    var digits = 0
    var target: Target?

    var ratio: Double? {
        guard let ours = ours.median, let nginx = nginx.median, nginx > 0 else { return nil }
        return ours / nginx
    }

    var isReached: Bool? {
        switch target {
        case nil: nil
        case .ratio(let least): ratio.map { $0 >= least }
        case .atLeast(let least): ours.median.map { $0 >= least }
        case .atMost(let most): ours.median.map { $0 <= most }
        case .beyondQuery(let query): ours.median.map { $0 <= query + 2 }
        }
    }

    static func table(_ figures: [ServeFigure]) -> [[String]] {
        [["", "gtfs-serve", "nginx", "ratio", "target", ""]] + figures.map(\.cells)
    }

    private var cells: [String] {
        [
            name, Printing.number(ours.median, digits), Printing.number(nginx.median, digits),
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

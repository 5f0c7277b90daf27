import Foundation

/// Measures `gtfs-serve` and nginx in turn.
struct ServeTrial {
    let program: String
    let nginx: String
    let place: ServedPlace
    let board: ServedBoard
    let seconds: Int
    let rounds: Int
    let runner: WrkRunner

    /// The lines of the table in their order.
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

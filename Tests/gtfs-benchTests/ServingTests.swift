import Foundation
import GTFSSchedule
import TestSupport
import Testing

@testable import gtfs_bench

@Suite("gtfs-bench serve") struct ServingTests {
    private let load = WrkLoad(
        path: "/a?at={at}", headers: ["If-None-Match: \"x\""], connections: 1, start: 100)

    @Test("wrk gets connections, headers, script, and for the script the times and the path")
    func arguments() {
        let words = load.arguments(address: "http://127.0.0.1:1", seconds: 4, script: "s.lua")
        #expect(
            words == [
                "-t", "1", "-c", "1", "-d", "4s", "-H", "If-None-Match: \"x\"", "-s", "s.lua",
                "http://127.0.0.1:1", "--", "100", "43200", "0", "/a?at={at}",
            ])
        var wide = load
        wide.connections = 32
        #expect(wide.arguments(address: "", seconds: 1, script: "").prefix(2) == ["-t", "2"])
    }

    @Test("Times begin on a day, whatever the zone of this machine")
    func start() throws {
        let date = try #require(ServiceDate(yyyymmdd: 19_700_102))
        #expect(WrkLoad.start(on: date, hour: 2) == 86_400 + 7200)
    }

    @Test("The line of the script is found among what wrk says, and nothing is made up without it")
    func output() throws {
        let text = """
            Running 3s test @ http://127.0.0.1:1
            Requests/sec:   7828.90
            gtfs-bench 23720 3030000 111000000 2350 18670 2
            """
        let result = try #require(WrkResult(output: text))
        #expect(result.requests == 23_720)
        #expect(result.seconds == 3.03)
        #expect(result.p50Milliseconds == 2.35)
        #expect(result.p99Milliseconds == 18.67)
        #expect(result.failures == 2)
        #expect(abs(result.perSecond - 7828.38) < 0.01)
        #expect(WrkResult(output: "unable to connect to 127.0.0.1:1") == nil)
        #expect(WrkResult(output: "gtfs-bench 1 0 0 0 0 0") == nil)
        #expect(WrkResult(output: "gtfs-bench 1 2 3") == nil)
    }

    @Test("The table has medians, ratios, and missed goals")
    func table() {
        let ratio = ServeFigure(
            name: "cached", ours: [30, 10, 20], peer: [100, 100, 50], target: .ratio(0.35))
        #expect(ratio.ratio == 0.2)
        #expect(ratio.isReached == false)
        let most = ServeFigure(name: "start", ours: [99.94], digits: 1, target: .atMost(100))
        #expect(most.isReached == true)
        let beyond = ServeFigure(
            name: "board", ours: [2.7], digits: 1, target: .beyondQuery(milliseconds: 0.66))
        #expect(beyond.isReached == false)
        let none = ServeFigure(name: "memory", target: .atMost(150))
        #expect(none.isReached == nil)
        #expect(
            Printing.markdown(ServeFigure.table([ratio, most, beyond, none])) == """
                |  | gtfs-serve | nginx | ratio | target |  |
                | --- | ---: | ---: | ---: | ---: | ---: |
                | cached | 20 | 100 | 0.20 | >= 0.35 x nginx | MISSED |
                | start | 99.9 | - | - | <= 100 |  |
                | board | 2.7 | - | - | <= query (0.66) + 2 | MISSED |
                | memory | - | - | - | <= 150 |  |
                """)
    }

    @Test("Memory and processor time are read as Linux writes them")
    func process() {
        #expect(
            ServedProgram.residentBytes(ofStatus: "Name:\tx\nVmRSS:\t   2048 kB\nThreads:\t9\n")
                == 2 << 20)
        #expect(ServedProgram.residentBytes(ofStatus: "") == nil)
        let stat = "12 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 250 150 0 0 20 0"
        #expect(ServedProgram.processorSeconds(ofStat: stat) == 4)
        #expect(ServedProgram.processorSeconds(ofStat: "") == nil)
    }

    @Test("nginx listens on this machine only, writes into its folder, and needs no rights")
    func configuration() {
        let text = ServedProgram.nginxConfiguration(port: 4711, files: "/tmp/a b", isRoot: false)
        #expect(text.contains("listen 127.0.0.1:4711;"))
        #expect(text.contains("root \"/tmp/a b\";"))
        #expect(!text.contains("user root;"))
        #expect(text.contains("proxy_temp_path temp;"))
    }

    @Test("A publish folder is measured by the bundle that its manifest names now")
    func place() throws {
        let folder = try TestFolder()
        let manifest = #"{"current":{"version":"1","bundle":{"name":"town-1.sqlite"}}}"#
        try manifest.write(
            toFile: folder.path + "/manifest.json", atomically: false, encoding: .utf8)
        let place = try ServedPlace(folder.path)
        #expect(place.bundle == folder.path + "/town-1.sqlite")
        #expect(place.download == "/api/v1/bundle/town-1.sqlite")
        let lone = try ServedPlace(folder.path + "/manifest.json")
        #expect(lone.bundle == lone.path)
        #expect(lone.download == nil)
        #expect(throws: BenchmarkError.self) { try ServedPlace(folder.path + "/none") }
    }

    @Test("An id stands in a path as one segment, whatever it holds")
    func board() throws {
        let date = try #require(ServiceDate(yyyymmdd: 20_180_711))
        let board = ServedBoard(stop: "a/b é", date: date)
        #expect(board.path() == "/api/v1/stops/a%2Fb%20%C3%A9/departures?at={at}&n=8")
        #expect(board.fixedPath.contains("at=2018-07-11T08:00:00&"))
    }
}

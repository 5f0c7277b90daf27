import Testing

@testable import gtfs_bench

@Suite("Figures of gtfs-bench") struct FigureTests {
    @Test("The median is the one in the middle, or half-way between the two there")
    func medians() {
        #expect([Double]().median == nil)
        #expect([3.0].median == 3)
        #expect([9.0, 1, 2].median == 2)
        #expect([4.0, 1, 3, 100].median == 3.5)
    }

    @Test("What runs on some processors is started by taskset")
    func processors() throws {
        let program = MeasuredProgram(program: "/bin/echo", arguments: ["a", "b"], isSilent: true)
        #expect(program.on(nil).program == "/bin/echo")
        let pinned = program.on(2)
        #expect(pinned.arguments == ["-c", "0-1", "/bin/echo", "a", "b"])
        #expect(pinned.isSilent)
    }

    @Test("A run that takes too long fails with that, another with the last line that it said")
    func failures() throws {
        func usage(seconds: Double) -> MeasuredProgram.Usage {
            MeasuredProgram.Usage(exitCode: 1, wallSeconds: seconds, cpuSeconds: 0, peakBytes: 0)
        }
        let program = MeasuredProgram(program: "/bin/echo", arguments: [])
        #expect(try program.failure(of: usage(seconds: 1)) == "exit 1")
        let limited = program.within(seconds: 5)
        #expect(limited.program == program.program || limited.arguments.last == "/bin/echo")
        if limited.program != program.program {
            #expect(try limited.failure(of: usage(seconds: 5.1)) == "took longer than 5 s")
        }
        #expect(MeasuredProgram.lastLine(of: "") == nil)
        #expect(MeasuredProgram.lastLine(of: "Traceback\n  KeyError: 'x'\n \n") == "KeyError: 'x'")
        #expect(MeasuredProgram.lastLine(of: "a\u{1b}[1m") == "a\\u{1b}[1m")
        let long = try #require(
            MeasuredProgram.lastLine(of: String(repeating: "a", count: 1000)))
        #expect(long.count < 200)
    }

    @Test("What time says of memory stands in the last line, in kilobytes")
    func memory() {
        #expect(MemoryFile.bytes(in: "2048\n") == 2 << 20)
        #expect(MemoryFile.bytes(in: "Command exited with non-zero status 1\n3\n") == 3072)
        #expect(MemoryFile.bytes(in: "") == nil)
    }

    @Test("Runs of several programs count as one: times add up, memory is that of the largest")
    func sums() {
        let first = MeasuredProgram.Usage(
            exitCode: 0, wallSeconds: 1, cpuSeconds: 2, peakBytes: 300)
        let second = MeasuredProgram.Usage(
            exitCode: 1, wallSeconds: 10, cpuSeconds: 20, peakBytes: 100)
        let sum = first + second
        #expect(sum.exitCode == 1)
        #expect(sum.wallSeconds == 11)
        #expect(sum.cpuSeconds == 22)
        #expect(sum.peakBytes == 300)
    }

    /// What two or more runs of a thing took, each a number of seconds.
    private static func measurement(
        _ name: String, does: String = "", _ seconds: [(own: Double, unzip: Double?)]
    ) -> ReachMeasurement {
        var measurement = ReachMeasurement(name: name, does: does)
        for (own, unzip) in seconds {
            measurement.add(
                MeasuredProgram.Usage(
                    exitCode: 0, wallSeconds: own, cpuSeconds: 2 * own, peakBytes: Int(own * 1e6)),
                unzipSeconds: unzip)
        }
        return measurement
    }

    @Test("The table of reach has the medians of each thing, and unzip as the measure")
    func reachTable() {
        let result = ReachResult(
            feed: "city", cores: 2,
            unzip: Self.measurement("unzip -p", [(2, 2), (2, 2), (4, 4)]),
            measurements: [Self.measurement("build", [(3, 2), (8, 2), (4, 4)])])
        #expect(
            Printing.markdown(ReachResult.table([result])) == """
                | feed | processors |  | times unzip | seconds | CPU s | peak MB | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | city | 2 | unzip -p | 1.00 | 2.00 | 4.00 | 4 | 3 |
                | city | 2 | build | 1.50 | 4.00 | 8.00 | 8 | 3 |
                """)
    }

    @Test("A feed that unzip does not read has no ratios, and is measured all the same")
    func noUnzip() {
        var unzip = ReachMeasurement(name: "unzip -p")
        unzip.failure = "not a zip"
        let result = ReachResult(
            feed: "odd", cores: nil, unzip: unzip,
            measurements: [Self.measurement("verify", [(1, nil)])])
        #expect(
            Array(ReachResult.table([result]).dropFirst()) == [
                ["odd", "all", "unzip -p: not a zip", "-", "-", "-", "-", "0"],
                ["odd", "all", "verify", "-", "1.00", "2.00", "1", "1"],
            ])
    }

    @Test("The table of peers says what each does, or why it did not run")
    func peerTable() {
        var peer = ReachMeasurement(name: "DuckDB", does: "loads into DuckDB")
        peer.failure = "not installed: pip install duckdb"
        var build = Self.measurement("build", does: "makes a bundle", [(3, 2)])
        build.outputBytes = 2_900_000
        let result = ReachResult(
            feed: "a|b", cores: nil, unzip: Self.measurement("unzip -p", does: "unpacks", [(2, 2)]),
            measurements: [build, peer])
        #expect(
            Printing.markdown(PeerTable.rows([result]), left: 3) == """
                | feed | program | what it does | seconds | times unzip | CPU s | peak MB | MB written | runs |
                | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
                | a\\|b | unzip -p | unpacks | 2.00 | 1.00 | 4.00 | 2 | - | 1 |
                | a\\|b | build | makes a bundle | 3.00 | 1.50 | 6.00 | 3 | 2.9 | 1 |
                | a\\|b | DuckDB | not installed: pip install duckdb | - | - | - | - | - | 0 |
                """)
    }

    @Test("Memory that may be that of gtfs-bench is said to be at most that")
    func boundMemory() {
        var measurement = ReachMeasurement(name: "unzip -p")
        func add(_ bytes: Int, isBound: Bool) {
            measurement.add(
                MeasuredProgram.Usage(
                    exitCode: 0, wallSeconds: 1, cpuSeconds: 1, peakBytes: bytes,
                    peakIsBound: isBound),
                unzipSeconds: nil)
        }
        #expect(measurement.peak == "-")
        add(45_000_000, isBound: true)
        #expect(measurement.peak == "<= 45")
        add(50_000_000, isBound: false)
        #expect(measurement.peak == "50")
    }
}

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

    @Test("The table of reach has the medians of each thing, and unzip as the measure")
    func reachTable() {
        var build = ReachMeasurement(name: "build")
        for (seconds, unzip) in [(3.0, 2.0), (8, 2), (4, 4)] {
            build.add(
                MeasuredProgram.Usage(
                    exitCode: 0, wallSeconds: seconds, cpuSeconds: 2 * seconds,
                    peakBytes: Int(seconds * 1e6)),
                unzipSeconds: unzip)
        }
        let result = ReachResult(
            feed: "city", cores: 2, unzipSeconds: [2, 2, 4], measurements: [build])
        #expect(
            Printing.markdown(ReachResult.table([result])) == """
                | feed | processors |  | times unzip | seconds | CPU s | peak MB | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | city | 2 | unzip -p | 1 | 2.00 | - | - | 3 |
                | city | 2 | build | 1.50 | 4.00 | 8.00 | 8 | 3 |
                """)
    }

    @Test("A feed that unzip does not read has no ratios, and is measured all the same")
    func noUnzip() {
        var verify = ReachMeasurement(name: "verify")
        verify.add(
            MeasuredProgram.Usage(exitCode: 0, wallSeconds: 1, cpuSeconds: 1, peakBytes: 2_000_000),
            unzipSeconds: nil)
        let result = ReachResult(
            feed: "odd", cores: nil, unzipSeconds: [], measurements: [verify])
        #expect(
            ReachResult.table([result]).dropFirst()
                == [["odd", "all", "verify", "-", "1.00", "1.00", "2", "1"]])
    }
}

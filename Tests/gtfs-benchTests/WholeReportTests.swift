import Foundation
import TestSupport
import Testing

@testable import gtfs_bench

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("gtfs-bench all") struct WholeReportTests {
    private static func measurement(_ name: String) -> ReachMeasurement {
        var measurement = ReachMeasurement(name: name, does: "runs")
        measurement.add(
            MeasuredProgram.Usage(
                exitCode: 0, wallSeconds: 0.5, cpuSeconds: 0.25, peakBytes: 3_000_000),
            unzipSeconds: 0.5)
        return measurement
    }

    private static let report = WholeReport(
        circumstances: Circumstances(
            date: "2026-11-25T00:00:00Z", commandLine: ["gtfs-bench", "all"], version: "0.1.0",
            commit: nil,
            machine: Circumstances.Machine(
                processor: "Old Faithful", cores: 2, memoryBytes: 3 << 29, system: "Debian",
                kernel: nil, load: 0.5),
            peers: ["unzip": "6.00", "DuckDB": "2.0"]),
        feeds: [], starts: [measurement("gtfs --version")],
        growth: [1, 2].map {
            GrowthPoint(
                stopTimes: $0, feedBytes: 1, seconds: 1, cpuSeconds: 1, peakBytes: 1,
                bundleBytes: 1)
        }, lengths: [])

    @Test("The JSON has its format, the machine, the command line, and everything measured")
    func json() throws {
        let text = try Printing.json(Self.report)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let fields = try #require(object as? [String: Any])
        #expect(
            Set(fields.keys)
                == ["format", "circumstances", "feeds", "starts", "growth", "lengths"])
        #expect(fields["format"] as? Int == 1)
        let circumstances = try #require(fields["circumstances"] as? [String: Any])
        #expect(circumstances["commandLine"] as? [String] == ["gtfs-bench", "all"])
        #expect(circumstances["commit"] == nil)
        let machine = try #require(circumstances["machine"] as? [String: Any])
        #expect(machine["processor"] as? String == "Old Faithful")
        let starts = try #require(fields["starts"] as? [[String: Any]])
        #expect(starts.first?["seconds"] as? [Double] == [0.5])
        #expect((fields["growth"] as? [Any])?.count == 2)
    }

    @Test("The text begins with where it was measured, and has a table for each thing")
    func text() {
        let text = Self.report.markdown
        #expect(
            text.contains(
                "2026-11-25T00:00:00Z, gtfs 0.1.0, 2 x Old Faithful, 1.5 GiB, Debian; "
                    + "load 0.5 before it. Peers: DuckDB 2.0; unzip 6.00."))
        #expect(text.contains("| gtfs --version | runs | 500 | 250 | 3 | 1 |"))
    }

    @Test("The model of the processor is found in what Linux tells")
    func processor() {
        #expect(
            Circumstances.processor(in: "processor\t: 0\nmodel name\t: A : B\nmodel name\t: C\n")
                == "A : B")
        #expect(Circumstances.processor(in: "") == nil)
    }

    @Test("Versions are the first word that begins with a digit")
    func versions() {
        #expect(ReachPeers.version(in: "UnZip 6.00 of 20 April 2009") == "6.00")
        #expect(ReachPeers.version(in: "3.40.1 2022-12-28") == "3.40.1")
        #expect(ReachPeers.version(in: "none") == nil)
    }

    @Test("A Python that is given comes alone; else that of the environment, then those in PATH")
    func pythons() {
        let environment = ["PATH": "/a:/b:/venv/bin:/c", "VIRTUAL_ENV": "/venv"]
        let programs: Set = ["/a/python3", "/c/python3", "/venv/bin/python3"]
        let found = Pythons(
            given: [], environment: environment, isProgram: { programs.contains($0) })
        #expect(found.paths == ["/venv/bin/python3", "/a/python3", "/c/python3"])
        let given = Pythons(
            given: ["/x"], environment: environment, isProgram: { programs.contains($0) })
        #expect(given.paths == ["/x"])
        let none = Pythons(given: [], environment: [:], isProgram: { _ in true })
        #expect(none.paths == [])
    }

    @Test("A peer whose package no Python has says how to install it")
    func lackingPeers() throws {
        let scratch = try ScratchPlace(nil, name: "peers")
        defer { scratch.remove() }
        let peers = ReachPeers(
            pythons: Pythons(given: [], environment: [:]), seconds: 1)
        let subjects = try peers.all(for: "/no/such.zip", scratch: scratch.path)
        #expect(
            subjects.map(\.name) == [
                "sqlite3 .import", "DuckDB", "gtfs-guru", "gtfs-kit", "pygtfs",
            ])
        for (name, package) in [("gtfs-guru", "gtfs-guru"), ("pygtfs", "pygtfs")] {
            let subject = try #require(subjects.first { $0.name == name })
            var measurement = ReachMeasurement(name: name)
            let seconds = try subject.run(cores: nil, into: &measurement, unzipSeconds: 1)
            #expect(seconds == nil)
            #expect(measurement.failure == "not installed: pip install \(package)")
            #expect(measurement.seconds == [])
        }
    }

    @Test("A peer that fails says so, and does not run again")
    func failingPeer() throws {
        let scratch = try ScratchPlace(nil, name: "peer")
        defer { scratch.remove() }
        let program = MeasuredProgram(
            program: "/bin/sh", arguments: ["-c", "echo no such table >&2; exit 3"],
            errorFile: "\(scratch.path)/errors.txt")
        let subject = ReachSubject(
            name: "peer", does: "fails", programs: [program], isPeer: true)
        var measurement = ReachMeasurement(name: "peer")
        for _ in 0..<2 {
            let seconds = try subject.run(cores: nil, into: &measurement, unzipSeconds: nil)
            #expect(seconds == nil)
            #expect(measurement.failure == "no such table")
        }
    }

    @Test("Bars are as long as their values, and names that are code in XML are shown as they are")
    func bars() {
        let svg = BarPlot(
            title: "Tables of <a & b>", unit: "KB",
            bars: [
                BarPlot.Bar(name: "trip \"x\" <&>", value: 200),
                BarPlot.Bar(name: "stops\u{1}", value: 50), BarPlot.Bar(name: "none", value: 0),
            ]
        ).svg
        #expect(XMLParser(data: Data(svg.utf8)).parse())
        #expect(svg.contains("<title>Tables of &lt;a &amp; b&gt;</title>"))
        #expect(svg.contains("trip &quot;x&quot; &lt;&amp;&gt;: 200, stops?: 50, none: 0 KB."))
        for width in [360, 90, 0] {
            #expect(svg.contains("width=\"\(width)\" height=\"18\""))
        }
    }

    @Test("No bars are a picture too")
    func noBars() {
        let svg = BarPlot(title: "Nothing", unit: "KB", bars: []).svg
        #expect(XMLParser(data: Data(svg.utf8)).parse())
    }

    /// Runs `gtfs-bench all`, in its own process as everybody does.
    private func run(_ options: [String]) throws -> Int {
        try MeasuredProgram(
            program: PackageRoot.executable("gtfs-bench"), arguments: ["all"] + options,
            isSilent: true
        ).run().exitCode
    }

    @Test("Rounds, seconds, trips and samples are one or more")
    func options() throws {
        for option in ["--rounds", "--peer-seconds", "--trips", "--samples"] {
            let code = try run([option, "0"])
            #expect(code == 64, "\(option)")
        }
    }

    @Test("Without any feed it makes one, measures it, draws it and writes it down")
    func wholeRun() throws {
        let scratch = try ScratchPlace(nil, name: "all")
        defer { scratch.remove() }
        let json = "\(scratch.path)/all.json"
        let plots = "\(scratch.path)/plots"
        let code = try run(
            [
                "--trips", "40", "--rounds", "1", "--peer-rounds", "0", "--samples", "2",
                "--json", json, "-o", plots,
            ])
        #expect(code == 0)
        let object = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: json)))
        let feeds = try #require((object as? [String: Any])?["feeds"] as? [[String: Any]])
        #expect(feeds.compactMap { $0["feed"] as? String } == ["generated"])
        let names = try FileManager.default.contentsOfDirectory(atPath: plots).sorted()
        #expect(
            names == [
                "bytes-generated.svg", "growth.svg", "memory-generated.svg",
                "seconds-generated.svg",
            ])
        for name in names {
            let svg = try Data(contentsOf: URL(fileURLWithPath: "\(plots)/\(name)"))
            #expect(XMLParser(data: svg).parse(), "\(name)")
        }
    }
}

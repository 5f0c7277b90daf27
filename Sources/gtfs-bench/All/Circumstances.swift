import Foundation
import SystemLayer

/// Where and when figures were measured, and of what.
struct Circumstances: Encodable {
    /// The machine.
    struct Machine: Encodable {
        /// The model of its processors; nil when the system does not tell.
        let processor: String?
        let cores: Int
        let memoryBytes: UInt64
        let system: String
        /// The name, release and kind of the kernel; nil when the system does not tell.
        let kernel: String?
        /// How many threads wanted to run in the minute before: what is more than zero disturbs.
        let load: Double?
    }

    /// In UTC.
    let date: String
    let commandLine: [String]
    /// What `gtfs --version` says.
    let version: String?
    /// The commit of the tree that the program lies in, `-dirty` with changes; nil outside of one.
    let commit: String?
    let machine: Machine
    /// The versions of the peers that are here, by name.
    let peers: [String: String]
}

extension Circumstances {
    init(gtfs: String, peers: ReachPeers) throws {
        date = ISO8601DateFormatter().string(from: Date())
        commandLine = CommandLine.arguments
        version = try MeasuredProgram(program: gtfs, arguments: ["--version"]).firstLine()
        let folder = URL(fileURLWithPath: gtfs).resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        commit = try Self.line(
            "git", ["-C", folder, "describe", "--always", "--dirty", "--exclude", "*"])
        machine = try Machine(
            processor: Self.processor(in: Self.contents("/proc/cpuinfo"))
                ?? Self.line("sysctl", ["-n", "machdep.cpu.brand_string"]),
            cores: ThisProcess.processorCount,
            memoryBytes: ProcessInfo.processInfo.physicalMemory,
            system: ProcessInfo.processInfo.operatingSystemVersionString,
            kernel: Self.line("uname", ["-srm"]),
            load: Self.contents("/proc/loadavg").split(separator: " ").first.flatMap {
                Double($0)
            })
        self.peers = try peers.versions()
    }

    /// The first line that a program says; nil when it is not there, or fails.
    private static func line(_ name: String, _ arguments: [String]) throws -> String? {
        guard let program = MeasuredProgram.find(name) else { return nil }
        return try MeasuredProgram(program: program, arguments: arguments).firstLine()
    }

    /// A file of Linux; nothing elsewhere.
    private static func contents(_ path: String) throws -> String {
        guard Files.exist(at: path) else { return "" }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// The model that Linux tells of the first processor.
    static func processor(in text: String) -> String? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":", maxSplits: 1).dropFirst().first
        return name.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// All of it in a sentence or two.
    var text: String {
        let memory = Printing.number(Double(machine.memoryBytes) / Double(1 << 30), 1)
        let place = [
            "\(machine.cores) x \(machine.processor ?? "an unknown processor")", "\(memory) GiB",
            machine.system, machine.kernel,
        ].compactMap { $0 }.joined(separator: ", ")
        let load = machine.load.map { "; load \(Printing.number($0, 1)) before it" } ?? ""
        let program = "gtfs \(version ?? "of unknown version")" + (commit.map { " (\($0))" } ?? "")
        let others = peers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return "\(date), \(program), \(place)\(load). Peers: "
            + (others.isEmpty ? "none" : others.joined(separator: "; ")) + "."
    }
}

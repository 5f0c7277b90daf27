import Foundation
import SystemLayer

struct MeasuredProgram {
    struct Usage {
        let exitCode: Int
        let wallSeconds: Double
        /// User and system time of all its threads.
        let cpuSeconds: Double
        let peakBytes: Int
        /// Whether the memory may be that of this process: Linux counts what a process had before it
        /// became another program, and that is what this one has. GNU time, where it is, has little.
        var peakIsBound = false
    }

    let program: String
    let arguments: [String]
    var lastGoodCode = 0

    static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func neighbour(_ name: String) throws -> String {
        let own = Bundle.main.executableURL?.resolvingSymlinksInPath()
        guard
            let path = own?.deletingLastPathComponent().appendingPathComponent(name).path,
            FileManager.default.isExecutableFile(atPath: path)
        else {
            throw BenchmarkError("there is no \(name) beside gtfs-bench; name it with --\(name)")
        }
        return path
    }

    /// The program on the first processors of the machine; on all of them when nil.
    func on(_ cores: Int?) -> MeasuredProgram {
        guard let cores else { return self }
        return MeasuredProgram(
            program: "taskset", arguments: ["-c", "0-\(cores - 1)", program] + arguments,
            lastGoodCode: lastGoodCode)
    }

    /// - Parameter path: the new file of its standard output; nil discards it.
    func run(writing path: String? = nil) throws -> Usage {
        if let path { Files.remove(path) }
        let output = try path.map(Descriptor.init(making:)) ?? Descriptor(writing: "/dev/null")
        let memory = MemoryFile()
        defer { memory?.remove() }
        let start = ContinuousClock.now
        let child = try ChildProcess(
            (memory?.command ?? []) + [program] + arguments,
            environment: ProcessInfo.processInfo.environment, output: output.number,
            isLeader: false)
        let (ending, usage) = child.waitMeasuring()
        let wall = (ContinuousClock.now - start).seconds
        let peak = try memory?.bytes()
        let code = Self.code(of: ending)
        guard code <= lastGoodCode else {
            throw BenchmarkError("\(program) \(arguments.joined(separator: " ")): exit \(code)")
        }
        return Usage(
            exitCode: code, wallSeconds: wall, cpuSeconds: usage.processorSeconds,
            peakBytes: peak ?? usage.peakMemoryBytes,
            peakIsBound: peak == nil && usage.peakMemoryBytes <= ThisProcess.peakMemoryBytes)
    }

    private static func code(of ending: ChildProcess.Ending) -> Int {
        switch ending {
        case .exit(let code): Int(code)
        case .signal(let number): 128 + Int(number)
        }
    }
}

/// The memory of a program that GNU time starts: it has next to none itself.
struct MemoryFile {
    private let time: String
    private let path: String

    /// Nil where there is no GNU time.
    init?() {
        #if os(Linux)
            guard let time = MeasuredProgram.find("time") else { return nil }
            self.time = time
            path = NSTemporaryDirectory() + "/gtfs-bench-\(UUID().uuidString).txt"
        #else
            // Others count from the start of a program on.
            return nil
        #endif
    }

    var command: [String] { [time, "-f", "%M", "-o", path] }

    func bytes() throws -> Int? {
        guard Files.exist(at: path) else { return nil }
        return Self.bytes(in: try String(contentsOfFile: path, encoding: .utf8))
    }

    /// The number is in the last line; before it may be how the program ended.
    static func bytes(in text: String) -> Int? {
        text.split(whereSeparator: \.isNewline).last.flatMap { Int($0) }.map { $0 << 10 }
    }

    func remove() {
        Files.remove(path)
    }
}

struct ScratchPlace {
    let path = NSTemporaryDirectory() + "/gtfs-bench-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            FileHandle.standardError.write(Data("\(path): \(error)\n".utf8))
        }
    }
}

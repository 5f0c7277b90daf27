import Foundation
import SystemLayer

/// Runs a program to its end and measures it.
struct MeasuredProgram {
    /// The figures that the system counted for a finished process.
    struct Usage {
        let exitCode: Int
        let wallSeconds: Double
        /// User and system time of all its threads.
        let cpuSeconds: Double
        let peakBytes: Int
        /// Whether the memory may be that of this process: Linux counts what a process had before it
        /// became another program, and that is what this one has. GNU time, where it is, has little.
        var peakIsBound = false

        /// The usage of two programs, one run after the other.
        static func + (first: Usage, second: Usage) -> Usage {
            Usage(
                exitCode: max(first.exitCode, second.exitCode),
                wallSeconds: first.wallSeconds + second.wallSeconds,
                cpuSeconds: first.cpuSeconds + second.cpuSeconds,
                peakBytes: max(first.peakBytes, second.peakBytes),
                peakIsBound: first.peakIsBound && second.peakIsBound)
        }
    }

    private(set) var program: String
    private(set) var arguments: [String]
    /// Throws away what it says on standard error as well.
    let isSilent: Bool
    /// The largest exit code that is no failure.
    let lastGoodCode: Int
    /// The file that gets its standard error instead, from the beginning each time.
    let errorFile: String?
    /// After so long it is killed; never when nil.
    private(set) var limitSeconds: Int?

    init(
        program: String, arguments: [String], isSilent: Bool = false, lastGoodCode: Int = 0,
        errorFile: String? = nil
    ) {
        self.program = program
        self.arguments = arguments
        self.isSilent = isSilent
        self.lastGoodCode = lastGoodCode
        self.errorFile = errorFile
    }

    /// The program of this name in `$PATH`; nil when there is none.
    static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// A program in the folder of this one.
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

    /// The bytes of a file.
    static func size(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.size] as? Int ?? 0
    }

    /// The same, on the first processors of the machine; on all of them when nil.
    func on(_ cores: Int?) -> MeasuredProgram {
        guard let cores else { return self }
        return started(by: "taskset", ["-c", "0-\(cores - 1)"])
    }

    /// The same, killed after so many seconds; for ever where the machine has no `timeout`.
    func within(seconds: Int) -> MeasuredProgram {
        guard let timeout = Self.find("timeout") else { return self }
        var limited = started(by: timeout, ["--foreground", "-s", "KILL", "\(seconds)"])
        limited.limitSeconds = seconds
        return limited
    }

    /// The same, started by a program that goes before it.
    private func started(by starter: String, _ options: [String]) -> MeasuredProgram {
        var whole = self
        whole.program = starter
        whole.arguments = options + [program] + arguments
        return whole
    }

    /// Runs with standard output discarded.
    func run() throws -> Usage {
        let nowhere = try Descriptor(writing: "/dev/null")
        if let errorFile { try Data().write(to: URL(fileURLWithPath: errorFile)) }
        let errors = try Descriptor(writing: errorFile ?? "/dev/null")
        let memory = MemoryFile()
        defer { memory?.remove() }
        let start = ContinuousClock.now
        let child = try ChildProcess(
            (memory?.command ?? []) + [program] + arguments,
            environment: ProcessInfo.processInfo.environment, output: nowhere.number,
            errors: isSilent || errorFile != nil ? errors.number : nil, isLeader: false)
        let (ending, usage) = child.waitMeasuring()
        let wall = (ContinuousClock.now - start).seconds
        let peak = try memory?.bytes()
        return Usage(
            exitCode: Self.code(of: ending), wallSeconds: wall,
            cpuSeconds: usage.processorSeconds, peakBytes: peak ?? usage.peakMemoryBytes,
            peakIsBound: peak == nil && usage.peakMemoryBytes <= ThisProcess.peakMemoryBytes)
    }

    /// As a shell says it.
    private static func code(of ending: ChildProcess.Ending) -> Int {
        switch ending {
        case .exit(let code): Int(code)
        case .signal(let number): 128 + Int(number)
        }
    }

    /// Runs, and gives the first line of standard output; nil when there is none, or it fails.
    func firstLine() throws -> String? {
        let nowhere = try Descriptor(writing: "/dev/null")
        var output = try ProcessPipe()
        let child = try ChildProcess(
            [program] + arguments, environment: ProcessInfo.processInfo.environment,
            output: output.writingEnd, errors: nowhere.number, isLeader: false)
        output.closeWritingEnd()
        let line = try output.line()
        // What says more than a line finds nobody who reads it: that is no failure.
        let signalOfPipe = 128 + 13
        output.closeReadingEnd()
        let code = Self.code(of: child.wait())
        return code <= lastGoodCode || code == signalOfPipe ? line : nil
    }

    /// Why a run failed, in a line: the last that it said, or its exit code.
    func failure(of usage: Usage) throws -> String {
        if let limitSeconds, usage.wallSeconds >= Double(limitSeconds) {
            return "took longer than \(limitSeconds) s"
        }
        guard let errorFile else { return "exit \(usage.exitCode)" }
        let text = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: errorFile)), as: UTF8.self)
        return Self.lastLine(of: text) ?? "exit \(usage.exitCode)"
    }

    /// The last line that is not blank, without what a terminal would obey, and not endless.
    static func lastLine(of text: String) -> String? {
        let line = text.split(whereSeparator: \.isNewline).last { line in
            line.contains { !$0.isWhitespace }
        }
        return line.map {
            TerminalText.safe($0.trimmingCharacters(in: .whitespaces), limit: 160)
        }
    }
}

/// What GNU time tells of the memory of a program that it starts: it has next to none itself.
struct MemoryFile {
    private let time: String
    private let path: String

    /// Nil where there is no GNU time.
    init?() {
        #if os(Linux)
            guard let time = Self.gnuTime else { return nil }
            self.time = time
            path = NSTemporaryDirectory() + "/gtfs-bench-\(UUID().uuidString).txt"
        #else
            // Others count from the start of a program on.
            return nil
        #endif
    }

    /// Where it is; another `time` knows other options.
    private static let gnuTime: String? = {
        guard let time = MeasuredProgram.find("time") else { return nil }
        let asking = MeasuredProgram(program: time, arguments: ["--version"])
        do {
            return try asking.firstLine()?.contains("GNU") == true ? time : nil
        } catch {
            return nil
        }
    }()

    /// What goes before a program.
    var command: [String] { [time, "-f", "%M", "-o", path] }

    /// The most memory that the program had; nil when time did not say.
    func bytes() throws -> Int? {
        guard Files.exist(at: path) else { return nil }
        return Self.bytes(in: try String(contentsOfFile: path, encoding: .utf8))
    }

    /// The number stands in the last line: before it may stand how the program ended.
    static func bytes(in text: String) -> Int? {
        text.split(whereSeparator: \.isNewline).last.flatMap { Int($0) }.map { $0 << 10 }
    }

    func remove() {
        Files.remove(path)
    }
}

/// The folder for what a benchmark makes: one of its own, unless it is given one.
struct ScratchPlace {
    let path: String
    private let isOwn: Bool

    /// - Parameter name: the end of its name, where a process makes several.
    init(_ given: String?, name: String = "bench") throws {
        path =
            given ?? NSTemporaryDirectory()
            + "/gtfs-\(name)-\(ProcessInfo.processInfo.processIdentifier)"
        isOwn = given == nil
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    /// Deletes the folder unless it was given.
    func remove() {
        guard isOwn else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            FileHandle.standardError.write(Data("\(path): \(error)\n".utf8))
        }
    }
}

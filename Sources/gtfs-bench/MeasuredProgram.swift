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

        /// The usage of two programs, one run after the other.
        static func + (first: Usage, second: Usage) -> Usage {
            Usage(
                exitCode: max(first.exitCode, second.exitCode),
                wallSeconds: first.wallSeconds + second.wallSeconds,
                cpuSeconds: first.cpuSeconds + second.cpuSeconds,
                peakBytes: max(first.peakBytes, second.peakBytes))
        }
    }

    let program: String
    let arguments: [String]
    /// Discards its standard error as well.
    var isSilent = false

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
        return MeasuredProgram(
            program: "taskset", arguments: ["-c", "0-\(cores - 1)", program] + arguments,
            isSilent: isSilent)
    }

    /// Runs with standard output discarded.
    func run() throws -> Usage {
        let nowhere = try Descriptor(writing: "/dev/null")
        let start = ContinuousClock.now
        let child = try ChildProcess(
            [program] + arguments, environment: ProcessInfo.processInfo.environment,
            output: nowhere.number, errors: isSilent ? nowhere.number : nil, isLeader: false)
        let (ending, usage) = child.waitMeasuring()
        let wall = (ContinuousClock.now - start).seconds
        let code =
            switch ending {
            case .exit(let code): Int(code)
            case .signal(let number): 128 + Int(number)
            }
        return Usage(
            exitCode: code, wallSeconds: wall, cpuSeconds: usage.processorSeconds,
            peakBytes: usage.peakMemoryBytes)
    }
}

/// The folder for the files of a benchmark: a given one, or one of its own.
struct ScratchPlace {
    let path: String
    private let isOwn: Bool

    init(_ given: String?) throws {
        path =
            given ?? NSTemporaryDirectory()
            + "/gtfs-bench-\(ProcessInfo.processInfo.processIdentifier)"
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

import Foundation
import TestSupport
import Testing

/// The system is asked in one place, which deals with errors, signals and platforms for all.
@Suite("Use of the system layer") struct SystemLayerUseTests {
    /// Words of the C library, and what was used in their place. All have a home in `SystemLayer`.
    private static let words: Set<Substring> = [
        "errno", "strerror", "mkstemp", "mkostemp", "mkdtemp", "opendir", "readdir", "umask",
        "flock",
        "fcntl", "getenv", "isatty", "unlink", "posix_spawn", "posix_spawnp", "waitpid", "wait4",
        "dlopen", "dlsym", "mmap", "sigaction", "sigwait", "NSLock", "NSRecursiveLock",
        "NSCondition",
        "os_unfair_lock",
    ]

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The system call in a line of code; nil when it has none.
    private static func call(_ line: Substring) -> Substring? {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { return nil }
        let words = code.split { !isWord($0) }
        if words.contains("import"),
            let library = words.last, ["Glibc", "Musl", "Darwin"].contains(library)
        {
            return library
        }
        // A semaphore that lets one in is a lock.
        if code.contains("DispatchSemaphore(value: 1)") { return "DispatchSemaphore" }
        return words.first { Self.words.contains($0) || $0.hasPrefix("pthread_") }
    }

    /// Where the sources ask, in the system layer or outside of it.
    private static func calls(inLayer: Bool) throws -> [String] {
        let files = PackageRoot.files(below: "Sources", suffix: ".swift")
        return try files.filter { $0.contains("/Sources/SystemLayer/") == inLayer }.flatMap {
            file in
            try String(contentsOfFile: file, encoding: .utf8)
                .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .compactMap { index, line in
                    call(line).map { "\(file):\(index + 1): \($0)" }
                }
        }
    }

    @Test("Only the system layer asks the system") func callers() throws {
        #expect(try Self.calls(inLayer: false) == [])
    }

    @Test("System calls are found where they stand") func found() throws {
        let calls = try Self.calls(inLayer: true)
        for word in ["Glibc", "Musl", "Darwin", "errno", "strerror", "readdir", "pthread_"] {
            #expect(calls.contains { $0.contains(": \(word)") }, "\(word)")
        }
    }
}

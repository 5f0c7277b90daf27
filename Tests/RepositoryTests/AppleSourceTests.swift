import Foundation
import TestSupport
import Testing

/// Code that would not compile on Apple's systems, found without one of them at hand.
@Suite("Sources for Apple's systems") struct AppleSourceTests {
    /// Modules that not every system has, and what asks for them.
    private static let conditions = [
        "Glibc": "canImport(Glibc)", "Musl": "canImport(Musl)",
        "FoundationEssentials": "canImport(FoundationEssentials)",
        "FoundationInternationalization": "canImport(FoundationInternationalization)",
        "FoundationNetworking": "canImport(FoundationNetworking)",
        "FoundationXML": "canImport(FoundationXML)", "CISAL": "ISAL",
    ]

    /// Symbols that only Linux has, or has under this name or with this type.
    private static let linuxWords: Set<String> = [
        "MSG_NOSIGNAL", "O_PATH", "O_TMPFILE", "SIGRTMIN", "SOCK_CLOEXEC", "SOCK_NONBLOCK",
        "CLOCK_BOOTTIME", "CLOCK_MONOTONIC_COARSE", "SO_PEERCRED", "__rusage_who_t", "accept4",
        "copy_file_range", "environ", "epoll_create1", "epoll_ctl", "epoll_wait", "eventfd",
        "explicit_bzero", "fallocate", "fdatasync", "get_nprocs", "getrandom", "gettid",
        "inotify_init1", "malloc_trim", "mallinfo2", "memfd_create", "mkostemp", "mremap", "pipe2",
        "posix_fallocate", "ppoll", "prctl", "program_invocation_name", "renameat2",
        "sched_getaffinity", "secure_getenv", "sendfile", "signalfd", "splice", "st_atim",
        "st_ctim", "st_mtim", "statx", "syscall", "timerfd_create",
    ]

    /// Code that is more than a word, without its spaces: enumerations of glibc that are numbers
    /// elsewhere, and structures of glibc that are pointers on Darwin.
    private static let linuxPhrases = [
        "SOCK_STREAM.rawValue", "SOCK_DGRAM.rawValue", "RUSAGE_SELF.rawValue", "Glibc.", "Musl.",
        "posix_spawnattr_t()", "posix_spawn_file_actions_t()", ":pthread_t=0",
    ]

    /// Words without one of which nothing can be wrong.
    private static let triggers: Set<String> = {
        let phrases = linuxPhrases + NewerAPI.phrases.keys
        let longest = phrases.compactMap { CodeLine.words(of: $0).max { $0.count < $1.count } }
        return linuxWords.union(longest).union(conditions.keys).union(NewerAPI.words.keys)
            .union(["Darwin", "each"])
    }()

    /// The faults of a source.
    private static func findings(in text: String) -> [String] {
        // Most sources have nothing to look at.
        guard text.contains("<let ") || !triggers.isDisjoint(with: CodeLine.words(of: text))
        else { return [] }
        return CodeLine.all(of: text).flatMap { line in
            var findings: [String] = []
            let words = line.words
            if words.contains("import"), !words.contains("canImport"), let module = words.last {
                if let condition = conditions[module],
                    !line.conditions.contains(where: { $0.isOnly(where: condition) })
                {
                    findings.append("imports \(module) outside of #if \(condition)")
                }
                if module == "Darwin", !line.conditions.contains(where: \.isForApple) {
                    findings.append("imports Darwin outside of #if canImport(Darwin)")
                }
            }
            if !line.conditions.contains(where: \.isForLinux) {
                let dense = line.code.filter { $0 != " " }
                findings += words.filter(linuxWords.contains).map { "\($0) is Linux's own" }
                findings += linuxPhrases.filter(dense.contains).map { "\($0) is Linux's own" }
            }
            // To import what is newer is allowed: only what is used of it must be there.
            if words.contains("import") { return findings.map { "\(line.number): \($0)" } }
            findings += NewerAPI.uses(in: line)
                .map { "\($0) is newer than the systems of Package.swift" }
            return findings.map { "\(line.number): \($0)" }
        }
    }

    @Test("No source needs Linux, or a newer system than the package says")
    func sources() throws {
        let files = ["Sources", "Tests"].flatMap { PackageRoot.files(below: $0, suffix: ".swift") }
        #expect(files.count > 500)
        for file in files {
            // Their texts say what is looked for.
            let name = file.split(separator: "/").last ?? ""
            guard !["AppleSourceTests.swift", "NewerAPI.swift"].contains(name) else { continue }
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(Self.findings(in: text) == [], "\(file)")
        }
    }

    @Test("Undeclared imports are found")
    func plantedImports() {
        for module in Self.conditions.keys + ["Darwin"] {
            #expect(
                Self.findings(in: "import Foundation\nimport \(module)\n").count == 1, "\(module)")
            #expect(Self.findings(in: "package import \(module)\n").count == 1, "\(module)")
        }
        let layered = """
            #if canImport(Darwin)
                import Darwin
            #elseif canImport(Glibc)
                import Glibc
            #else
                import Musl
            #endif
            """
        #expect(
            Self.findings(in: layered) == ["6: imports Musl outside of #if canImport(Musl)"])
        let reversed = """
            #if canImport(Glibc)
                import Glibc
            #elseif canImport(Musl)
                import Musl
            #else
                import Darwin
            #endif
            import Glibc
            """
        #expect(
            Self.findings(in: reversed) == ["8: imports Glibc outside of #if canImport(Glibc)"])
        #expect(Self.findings(in: "#if !ISAL\nimport CISAL\n#endif").count == 1)
        #expect(Self.findings(in: "#if ISAL\nimport CISAL\n#endif").isEmpty)
    }

    @Test("Symbols that only Linux has are found outside their conditions")
    func plantedCalls() {
        let calls = """
            let flags = Int32(MSG_NOSIGNAL)  // not "pipe2" in here
            let text = "pipe2 \\(1) environ"
            let kind = Int32(SOCK_STREAM.rawValue)
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            /* accept4 /* gettid */ */ let time = status.st_mtim
            var attributes = posix_spawnattr_t()
            """
        #expect(
            Self.findings(in: calls) == [
                "1: MSG_NOSIGNAL is Linux's own", "3: SOCK_STREAM.rawValue is Linux's own",
                "9: st_mtim is Linux's own", "10: posix_spawnattr_t() is Linux's own",
            ])
        #expect(Self.findings(in: "#if os(Linux)\nprctl(1)\n#endif\nprctl(2)").count == 1)
        #expect(Self.findings(in: "#if !os(Linux)\nprctl(1)\n#else\nprctl(2)\n#endif").count == 1)
        #expect(Self.findings(in: "let a = \"\"\"\n  prctl(1)\n  \"\"\"\nprctl(2)").count == 1)
    }

    @Test(
        "Each newer API is found by itself",
        arguments: Array(NewerAPI.words.keys) + Array(NewerAPI.phrases.keys) + [
            "struct All<each Value> {}", "public struct Vector<let count: Int> {",
        ])
    func plantedUse(code: String) {
        #expect(!Self.findings(in: "let value = \(code)").isEmpty)
        #expect(Self.findings(in: "// let value = \(code)").isEmpty)
        let future = "@available(macOS 27, iOS 27, *)\nfunc use() {\n    \(code)\n}\n"
        #expect(Self.findings(in: future).isEmpty)
    }

    @Test("Newer APIs may be used only where they are declared available")
    func plantedAvailability() {
        let said = """
            @available(iOS 17, macOS 14, *)
            public import Observation
            @available(iOS 17, macOS 14, *)
            @Observable @MainActor
            final class Model {
                let mutex = Mutex(0)
                func list(
                    of stops: [Stop]
                ) { withObservationTracking { } }
            }
            @available(macOS 14, *)
            @Observable final class Half {}
            @available(iOS 17, macOS 14, *) let one = Observable.self
            let two = Observable.self
            func both() {
                if #available(macOS 15, iOS 18, *) {
                    let mutex = Mutex(0)
                }
                let mutex = Mutex(0)
            }
            """
        let newer = "is newer than the systems of Package.swift"
        #expect(
            Self.findings(in: said) == [
                "6: Mutex \(newer)", "12: Observable \(newer)", "14: Observable \(newer)",
                "19: Mutex \(newer)",
            ])
        #expect(Self.findings(in: "let name = String(validatingCString: text)").isEmpty)
    }

    /// The parts that need Hummingbird, which needs macOS 14 and iOS 17.
    private static let serverTargets = ["TransitServer", "gtfs-serve"]

    /// Declarations at the left edge that do not say which systems Hummingbird needs.
    private static func unsaid(in text: String) -> [String] {
        let needed = AppleSystems(macOS: 14, iOS: 17)
        let kinds: Set = [
            "struct", "class", "enum", "actor", "protocol", "extension", "func", "let", "var",
            "typealias",
        ]
        return CodeLine.all(of: text).filter { line in
            guard let first = line.code.first, first.isLetter || first == "@" else { return false }
            let words = line.code.split(separator: " ").map(String.init)
            return !words.contains("import") && words.contains(where: kinds.contains)
                && !line.systems.haveAll(of: needed)
        }.map { "\($0.number): \($0.code)" }
    }

    @Test("All of the server says which systems Hummingbird needs")
    func server() throws {
        for target in Self.serverTargets {
            let files = PackageRoot.files(below: "Sources/\(target)", suffix: ".swift")
            #expect(!files.isEmpty)
            for file in files {
                let unsaid = Self.unsaid(in: try String(contentsOfFile: file, encoding: .utf8))
                #expect(unsaid == [], "\(file): put @available(iOS 17, macOS 14, *) above these")
            }
        }
        #expect(Self.unsaid(in: "package import Hummingbird\npackage enum Ping {}\n").count == 1)
        let said =
            "@available(iOS 17, macOS 14, *)\npackage enum Ping {\n    let a = 1\n}\nstruct B {}"
        #expect(Self.unsaid(in: said) == ["5: struct B {}"])
    }
}

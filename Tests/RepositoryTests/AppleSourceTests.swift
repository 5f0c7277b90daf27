import Foundation
import TestSupport
import Testing

/// Code that would not compile on Apple's systems, found without one of them at hand.
@Suite("Sources for Apple's systems") struct AppleSourceTests {
    /// APIs by the macOS that brings them, from `@available` in the interfaces of the toolchain 6.3
    /// and in swift-foundation. Those that the compiler brings along, such as `Span`, are left out.
    private static let newer: [Int: Set<String>] = [
        14: [
            "DiscardingTaskGroup", "ThrowingDiscardingTaskGroup", "withDiscardingTaskGroup",
            "withThrowingDiscardingTaskGroup", "ExecutorJob", "Observable", "ObservationIgnored",
            "ObservationRegistrar", "withObservationTracking", "Predicate", "PredicateExpressions",
            "encodingInvalidCharacters",
        ],
        15: [
            "DiscontiguousSlice", "Int128", "RangeSet", "UInt128", "moveSubranges",
            "removeSubranges", "removingSubranges", "TaskExecutor", "checkIsolated",
            "executorPreference", "globalConcurrentExecutor", "withTaskExecutorPreference",
            "Atomic", "AtomicLazyReference", "AtomicRepresentable", "Mutex", "atomicMemoryFence",
            "AnchoredRelativeFormatStyle", "DiscreteFormatStyle", "RecurrenceRule", "validating",
        ],
        26: [
            "InlineArray", "UTF8Span", "utf8Span", "addImmediateTask", "immediateDetached",
            "withTaskPriorityEscalationHandler", "Observations", "HTTPFormatStyle",
        ],
    ]

    /// Modules that not every system has.
    private static let modules: Set<Substring> = [
        "Darwin", "Glibc", "Musl", "FoundationEssentials", "FoundationInternationalization",
        "FoundationNetworking", "FoundationXML",
    ]

    /// The names of a file that no `@available`, `#available` or `canImport` in it covers.
    private static func findings(in text: String) -> Set<String> {
        let declared = text.matches(of: /available\([^)]*macOS (\d+)/).compactMap { Int($0.1) }
            .max()
        let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        var findings: Set<String> = []
        for line in code {
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            if words.contains("import") {
                findings.formUnion(
                    words.filter { modules.contains($0) && !text.contains("canImport(\($0))") }
                        .map(String.init))
                continue
            }
            for (version, names) in newer where version > declared ?? 13 {
                findings.formUnion(names.intersection(words.map(String.init)))
            }
        }
        return findings
    }

    @Test("No source needs a newer system than the package says")
    func sources() throws {
        for file in PackageRoot.files(below: "Sources", suffix: ".swift") {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(Self.findings(in: text) == [], "\(file)")
        }
        #expect(Self.findings(in: "import Glibc\nlet mutex = Mutex(0)") == ["Glibc", "Mutex"])
        #expect(Self.findings(in: "@available(macOS 15, *) let mutex = Mutex(0)") == [])
    }

    @Test("All of the server says which systems Hummingbird needs")
    func server() throws {
        for file in ["TransitServer", "gtfs-serve"]
            .flatMap({ PackageRoot.files(below: "Sources/\($0)", suffix: ".swift") })
        {
            var isDeclared = false
            for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
                isDeclared = isDeclared || line.contains("@available(") && line.contains("macOS 14")
                guard line.first?.isLetter == true, !line.contains("import ") else { continue }
                #expect(isDeclared, "\(file): @available(iOS 17, macOS 14, *) above \(line)")
                isDeclared = false
            }
        }
    }
}

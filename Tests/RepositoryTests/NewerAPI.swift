/// The least that a system must be for some code to run there.
struct AppleSystems: Equatable {
    var macOS: Double
    var iOS: Double

    /// The text of `Package.swift`.
    static let declared = AppleSystems(macOS: 13, iOS: 16)

    /// Whether code for these systems may use what is there from others on.
    func haveAll(of other: AppleSystems) -> Bool {
        macOS >= other.macOS && iOS >= other.iOS
    }

    /// The higher of the two, each by itself.
    func raised(to other: AppleSystems) -> AppleSystems {
        AppleSystems(macOS: max(macOS, other.macOS), iOS: max(iOS, other.iOS))
    }
}

/// APIs newer than the systems that the package is for.
///
/// Taken from `@available` in the interfaces of the standard library (`Swift.swiftinterface` and those
/// beside it in the toolchain 6.3) and in the sources of swift-foundation. What is there under the
/// same name for longer, such as `withLock` or `every`, is left out: a text does not say which is
/// meant. So is what the compiler itself brings to older systems, such as `Span`.
enum NewerAPI {
    /// Words of the language.
    static let words: [String: AppleSystems] = [
        // Swift
        "DiscontiguousSlice": macOS15, "Int128": macOS15, "RangeSet": macOS15, "UInt128": macOS15,
        "moveSubranges": macOS15, "removeSubranges": macOS15, "removingSubranges": macOS15,
        "StaticBigInt": AppleSystems(macOS: 13.3, iOS: 16.4),
        "InlineArray": macOS26, "UTF8Span": macOS26, "utf8Span": macOS26,
        // Concurrency
        "DiscardingTaskGroup": macOS14, "ThrowingDiscardingTaskGroup": macOS14,
        "withDiscardingTaskGroup": macOS14, "withThrowingDiscardingTaskGroup": macOS14,
        "ExecutorJob": macOS14, "TaskExecutor": macOS15, "checkIsolated": macOS15,
        "executorPreference": macOS15, "globalConcurrentExecutor": macOS15,
        "withTaskExecutorPreference": macOS15, "addImmediateTask": macOS26,
        "immediateDetached": macOS26, "withTaskPriorityEscalationHandler": macOS26,
        // Synchronization
        "Atomic": macOS15, "AtomicLazyReference": macOS15,
        "AtomicRepresentable": macOS15, "Mutex": macOS15, "atomicMemoryFence": macOS15,
        // Observation
        "Observable": macOS14, "ObservationIgnored": macOS14,
        "ObservationRegistrar": macOS14, "withObservationTracking": macOS14,
        "Observations": macOS26,
        // Foundation
        "Predicate": macOS14, "PredicateExpressions": macOS14, "encodingInvalidCharacters": macOS14,
        "AnchoredRelativeFormatStyle": macOS15, "DiscreteFormatStyle": macOS15,
        "RecurrenceRule": macOS15, "HTTPFormatStyle": macOS26,
    ]

    /// Code that is more than a word, without its spaces.
    static let phrases: [String: AppleSystems] = [
        // SE-0405; what takes a C string (`validatingCString:`) is old.
        "String(validating:": macOS15,
        // Spans of arrays are brought along, those of strings are not.
        ".utf8.span": macOS26,
        "#Expression": macOS15,
        ".dates(byAdding:": macOS15, ".dates(byMatching:": macOS15,
        "Task.immediate": macOS26,
    ]

    /// Of what a generic type has between `<` and `>`: packs and values need a runtime that knows them.
    static let parameters: [String: AppleSystems] = ["each": macOS14, "let": macOS26]

    private static let macOS14 = AppleSystems(macOS: 14, iOS: 17)
    private static let macOS15 = AppleSystems(macOS: 15, iOS: 18)
    private static let macOS26 = AppleSystems(macOS: 26, iOS: 26)

    /// APIs of a line that are newer than the systems that it is for.
    static func uses(in line: CodeLine) -> [String] {
        func isNewer(_ needed: AppleSystems?) -> Bool {
            needed.map { !line.systems.haveAll(of: $0) } ?? false
        }
        let words = line.words
        var found = words.filter { isNewer(Self.words[$0]) }
        let dense = line.code.filter { $0 != " " }
        found += phrases.filter { isNewer($0.value) && dense.contains($0.key) }.map(\.key).sorted()
        if let kind = words.firstIndex(where: ["struct", "class", "enum", "actor"].contains),
            kind + 2 < words.count, line.code.contains("<"), isNewer(parameters[words[kind + 2]])
        {
            found.append("a generic type with \(words[kind + 2])")
        }
        return found
    }
}

import FeedCompiling

/// Numbers the combinations of codes that calls have, in order of appearance.
struct CodeNumbers {
    /// By the number in the feed's table; 0 for combinations that no kept trip has.
    private var numbers: [Int64]
    /// The table's numbers in the order of ours.
    private(set) var used: [Int] = []

    /// - Parameter kept: by pattern, 0 for those that no kept trip has.
    init(_ patterns: PatternTable, kept: [Int32]) {
        numbers = Array(repeating: 0, count: patterns.codesCount)
        for pattern in 0..<patterns.count where kept[pattern] != 0 {
            patterns.forEachCall(pattern) { call in
                guard numbers[call.codes] == 0 else { return }
                used.append(call.codes)
                numbers[call.codes] = Int64(used.count)
            }
        }
    }

    subscript(number: Int) -> Int64 { numbers[number] }
}

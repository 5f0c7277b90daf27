/// Counts notices by code, and keeps the first few of each.
///
/// The counts are never capped; memory is, however many findings a feed has.
package struct NoticeLog: Sendable {
    /// How many notices of one code are kept as samples.
    package static let sampleLimit = 5

    package private(set) var counts: [NoticeCode: Int] = [:]
    package private(set) var samples: [NoticeCode: [Notice]] = [:]

    package init() {}

    /// Counts a notice; its texts are made only while a sample is still wanted.
    package mutating func add(
        _ code: NoticeCode, file: String, row: Int? = nil, field: String? = nil,
        value: @autoclosure () -> String? = nil
    ) {
        let count = counts[code, default: 0] + 1
        counts[code] = count
        guard count <= Self.sampleLimit else { return }
        samples[code, default: []].append(
            Notice(code, file: file, row: row, field: field, value: value()))
    }

    /// Codes with their counts: errors first, then warnings, each by falling count.
    package var totals: [(code: NoticeCode, count: Int)] {
        let order = Severity.allCases
        return counts.map { (code: $0.key, count: $0.value) }.sorted { left, right in
            let leftRank = order.firstIndex(of: left.code.severity) ?? 0
            let rightRank = order.firstIndex(of: right.code.severity) ?? 0
            return (leftRank, -left.count, left.code.rawValue)
                < (rightRank, -right.count, right.code.rawValue)
        }
    }
}

package import FeedCompiling

/// An earlier `report.json`: its notices are known, and only new ones count.
public struct Baseline: Sendable {
    private struct Known: Sendable {
        let count: Int
        /// How often each sample occurs, without its row number, because rows move when others are
        /// added.
        let samples: [String: Int]
        let isComplete: Bool
    }

    /// Why a file cannot serve as a baseline.
    public struct Unreadable: Error, CustomStringConvertible {
        public let description: String
    }

    private var known: [String: Known] = [:]

    /// Reads `report.json`, ours or the canonical validator's.
    public init(json: String) throws {
        guard case .object(let report)? = JSONValue(text: json),
            case .array(let notices)? = report["notices"]
        else { throw Self.unreadable }
        // An empty system_errors.json looks like this, and is of no use as a baseline.
        if notices.isEmpty, report["summary"] == nil { throw Self.unreadable }
        for notice in notices {
            guard case .object(let members) = notice, case .string(let code)? = members["code"],
                case .integer(let count)? = members["totalNotices"],
                case .array(let samples)? = members["sampleNotices"]
            else { throw Self.unreadable }
            var counts: [String: Int] = [:]
            for sample in samples { counts[Self.key(sample), default: 0] += 1 }
            known[code] = Known(
                count: count, samples: counts, isComplete: samples.count == count)
        }
    }

    private static let unreadable = Unreadable(
        description: "is not a report.json of gtfs validate or of the canonical validator")

    /// How many notices of the group are not in the baseline.
    ///
    /// The notices are compared one by one when both reports have all of them, else by their
    /// number.
    public func newCount(_ group: ValidationReport.Group) -> Int {
        guard let known = known[group.code] else { return group.count }
        guard known.isComplete, group.samples.count == group.count else {
            return max(0, group.count - known.count)
        }
        var left = known.samples
        var new = 0
        for notice in group.samples {
            let key = Self.key(notice.jsonValue)
            if let count = left[key], count > 0 { left[key] = count - 1 } else { new += 1 }
        }
        return new
    }

    private static func key(_ sample: JSONValue) -> String {
        guard case .object(let members) = sample else { return sample.text }
        let kept = members.filter { !$0.key.hasSuffix("RowNumber") }
        return kept.sorted { $0.key < $1.key }.map { "\($0.key)=\(number($0.value))" }
            .joined(separator: "\u{1F}")
    }

    /// Whole numbers are written alike, with or without `.0`.
    private static func number(_ value: JSONValue) -> String {
        switch value {
        case .integer(let number): "\(Double(number))"
        case .number(let number): "\(number)"
        default: value.text
        }
    }
}

extension ValidationNotice {
    /// The values as a JSON object.
    package var jsonValue: JSONValue {
        .object(
            Dictionary(
                fields.fields.map { ($0.name, $0.value.jsonValue) },
                uniquingKeysWith: { first, _ in first }))
    }
}

extension NoticeValue {
    fileprivate var jsonValue: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .flag(let flag): .bool(flag)
        case .list(let values): .array(values.map(\.jsonValue))
        }
    }
}

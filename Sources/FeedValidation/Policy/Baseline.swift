package import FeedReading
import GTFSSchedule
import SystemLayer

/// An earlier `report.json`: its findings are known, and only new ones count.
///
/// A finding is identified by its code and its values. Rows and other positions do not count,
/// because they move when others are added; nor do dates of the run; nor do the ids of trips,
/// services and blocks, which many feeds renumber, unless the finding has nothing else. Each known
/// finding stands for one: of equal findings, as many are known as the baseline has. For messages
/// of GTFS Realtime, all findings of a known code are known.
package struct Baseline: Sendable {
    private struct Known: Sendable {
        let count: Int
        let samples: [[String: JSONValue]]
    }

    /// How the notices of a code compare with a baseline.
    package struct Comparison: Sendable, Hashable {
        /// The number of notices that are not in the baseline.
        package let newCount: Int
        /// Whether each sample is new.
        package let areNew: [Bool]
    }

    /// The reason why a file cannot serve as a baseline.
    package struct Unreadable: Error, CustomStringConvertible {
        package let description: String
    }

    private var known: [String: Known] = [:]

    /// Reads a `report.json`, ours or the canonical validator's.
    package init(json: String) throws {
        guard let report = JSONValue(text: json), let notices = report["notices"]?.elements else {
            throw Self.unreadable
        }
        // An empty system_errors.json looks like this, and is of no use as a baseline.
        if notices.isEmpty, report["summary"] == nil { throw Self.unreadable }
        for notice in notices {
            guard case .string(let code)? = notice["code"],
                case .integer(let count)? = notice["totalNotices"],
                let samples = notice["sampleNotices"]?.elements
            else { throw Self.unreadable }
            known[code] = Known(
                count: count,
                samples: try samples.map { sample in
                    guard let values = sample.dictionary else { throw Self.unreadable }
                    return values
                })
        }
    }

    private static let unreadable = Unreadable(
        description: "is not a report.json of gtfs validate or of the canonical validator")

    /// One by one if the baseline has all of them, otherwise by their number.
    func comparison(_ group: ValidationReport.Group) -> Comparison {
        let known = known[group.code] ?? Known(count: 0, samples: [])
        // The next message is about other runs: there a code is known, not a finding.
        if !group.definition.message.isEmpty, known.count > 0 {
            return Comparison(newCount: 0, areNew: group.samples.map { _ in false })
        }
        var left: [FindingIdentity: Int] = [:]
        for values in known.samples {
            left[FindingIdentity(group.definition, values), default: 0] += 1
        }
        var areNew = group.samples.map { notice in
            let identity = FindingIdentity(notice)
            guard let count = left[identity], count > 0 else { return true }
            left[identity] = count - 1
            return false
        }
        let surplus = max(0, group.count - known.count)
        guard known.samples.count < known.count else {
            return Comparison(newCount: max(surplus, areNew.count { $0 }), areNew: areNew)
        }
        // Some of the samples may be among those that the baseline only counts.
        var room = surplus
        for index in areNew.indices where areNew[index] {
            areNew[index] = room > 0
            room -= 1
        }
        return Comparison(newCount: surplus, areNew: areNew)
    }
}

/// The code and the values, without those that the day of the run, the order of rows, or new ids
/// may change.
struct FindingIdentity: Hashable {
    let text: ExactText

    init(_ notice: ValidationNotice) {
        self.init(notice.definition, notice.members)
    }

    fileprivate init(_ definition: NoticeDefinition, _ values: [String: JSONValue]) {
        let all = values.filter { name, _ in
            !Self.isPosition(name) && !definition.incidental.contains(name)
        }
        let lasting = all.filter { !Self.isRenumbered($0.key, values) }
        let parts = (lasting.isEmpty ? all : lasting).map {
            Self.base($0.key) + "=" + Self.text($0.value)
        }
        text = ([definition.code] + parts.sorted()).joined(separator: "\u{1F}").exact
    }

    var fingerprint: Substring { ByteDigest.sha256(text.text.utf8).prefix(32) }

    /// Whether a value is an id that many feeds renumber, by its own name or that of its field.
    private static func isRenumbered(_ name: String, _ values: [String: JSONValue]) -> Bool {
        if ["tripId", "serviceId", "blockId"].contains(base(name)) { return true }
        if name == "entityId", case .string(let file)? = values["filename"] {
            return ["trips.txt", "calendar.txt", "calendar_dates.txt", "frequencies.txt"]
                .contains(file)
        }
        let field =
            switch name {
            case "fieldValue": ["fieldName", "columnName", "childFieldName"]
            case "fieldValue1": ["fieldName1"]
            case "fieldValue2": ["fieldName2"]
            default: [] as [String]
            }
        return field.contains { holder in
            guard case .string(let field)? = values[holder] else { return false }
            return ["trip_id", "service_id", "block_id"].contains { field.contains($0) }
        }
    }

    /// A row, or the position of a column, character or feature.
    private static func isPosition(_ name: String) -> Bool {
        ValidationNotice.isRow(name) || name.hasSuffix("Index") || name == "index"
    }

    /// Without the mark of the first or second of two things, which the order of rows determines:
    /// `routeId1`, `tripIdB`.
    private static func base(_ name: String) -> Substring {
        name.last.map { "12AB".contains($0) } == true ? name.dropLast() : name[...]
    }

    /// Integers are written alike, with or without `.0`, and lists of ids in one order.
    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .integer(let number): "\(Double(number))"
        case .number(let number): "\(number)"
        case .string(let text) where text.contains(", "):
            text.split(separator: ", ").sorted().joined(separator: ", ")
        case .string(let text): text
        default: value.text
        }
    }
}

extension ValidationReport {
    /// Returns the report with its notices compared with those of a baseline.
    ///
    /// ```swift
    /// let baseline = try Baseline(json: earlierJSON)
    /// let compared = report.compared(with: baseline)
    /// let newCount = compared.groups.reduce(0) { $0 + $1.newCount }
    /// ```
    package func compared(with baseline: Baseline) -> ValidationReport {
        var report = self
        for index in groups.indices {
            report.groups[index].comparison = baseline.comparison(groups[index])
        }
        return report
    }
}

extension ValidationReport.Group {
    /// The number of new notices: all of them without a baseline.
    package var newCount: Int { comparison?.newCount ?? count }

    package func samples(thatAreNew areNew: Bool) -> [ValidationNotice] {
        guard let comparison else { return areNew ? samples : [] }
        return zip(samples, comparison.areNew).filter { $0.1 == areNew }.map(\.0)
    }
}

extension ValidationReport.Group {
    var newBeyondSamples: String? {
        guard newCount > 0, samples(thatAreNew: true).isEmpty else { return nil }
        return "\(newCount) new, beyond the \(samples.count) that the report keeps. "
            + definition.summary
    }
}

extension ValidationNotice {
    fileprivate var members: [String: JSONValue] {
        Dictionary(
            fields.fields.map { ($0.name, $0.value.jsonValue) },
            uniquingKeysWith: { first, _ in first })
    }

    package var jsonValue: JSONValue { JSONValue(members) }
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

import FeedReading
import Foundation
import GTFSSchedule
import Publishing
import SystemLayer

struct FleetTable {
    private let endings: [FeedEnding]

    init(_ endings: [FeedEnding]) {
        self.endings = endings
    }

    var text: String {
        let table = TextTable(
            endings,
            [
                .init("feed") { $0.name }, .init("exit", .right) { "\($0.code)" },
                .init("version") { $0.status?.version },
                .init("valid until") { $0.status?.validUntil },
                .init("bundle", .right) { $0.status?.bundleBytes.map(Quantity.bytes) },
                .init("seconds", .right) { ending in
                    ending.status.map { Quantity.decimal($0.seconds, digits: 1) }
                },
                .init("result") { TerminalText.safe($0.message, limit: 100) },
            ])
        return (table.lines + [summary]).joined(separator: "\n") + "\n"
    }

    func report(as options: ReportingOptions) {
        var members: [String: JSONValue] = ["feeds": .integer(endings.count)]
        for (name, count) in counts {
            members[name.replacing(" ", with: "_")] = .integer(count)
        }
        options.event("summary", members)
    }

    private var summary: String {
        "\(Quantity.count(endings.count, "feed")): "
            + counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }

    private var counts: [(name: String, count: Int)] {
        var counts: [(name: String, count: Int)] = []
        func count(_ name: String, _ isIn: (FeedEnding) -> Bool) {
            let number = endings.count(where: isIn)
            if number > 0 { counts.append((name, number)) }
        }
        count("published") { $0.code == 0 && $0.status?.outcome == .published }
        count("published for later") { $0.code == 0 && $0.status?.outcome == .publishedNext }
        count("unchanged") {
            $0.code == 0 && [.unchanged, .promoted].contains($0.status?.outcome)
        }
        count("of them expiring") { $0.isExpiring }
        count("refused") { $0.code == 2 }
        count("failed") { $0.code != 0 && $0.code != 2 }
        return counts
    }
}

struct FleetRow: Encodable {
    let id: String
    private let status: UpdateStatus?
    /// Negative afterwards; nil when the feed never ends.
    private let expiresInDays: Int?
    private let overdue: Bool
    private let maxAgeSeconds: Int?
    private let unrecordedSince: String?
    let health: RunHealth
    private let problems: [String]?
    private let attention: [String]

    private enum CodingKeys: String, CodingKey {
        case id, status, expiresInDays, overdue, maxAgeSeconds, unrecordedSince, problems
        case attention
    }

    init(id: String, problem: String) {
        self.id = id
        status = nil
        expiresInDays = nil
        health = RunHealth(id: id, status: nil, maxAge: FeedDefinition.standardMaxAge)
        overdue = true
        maxAgeSeconds = nil
        unrecordedSince = nil
        problems = [problem]
        attention = [problem]
    }

    init(_ definition: FeedDefinition, _ health: RunHealth, problems: [String]?, now: Date) {
        id = definition.id
        self.health = health
        status = health.status
        overdue = health.isOverdue(at: now.timeIntervalSince1970)
        maxAgeSeconds = health.maxAge
        unrecordedSince = health.unrecorded.map { Timestamp.text($0) }
        self.problems = problems
        let expiry = status?.expiry(
            at: now.timeIntervalSince1970, limit: definition.expiryLimit)
        expiresInDays = expiry?.daysLeft
        var lines = health.warnings(at: now.timeIntervalSince1970)
        if let status {
            if status.exitCode != 0 { lines += Self.failure(status) }
            if let expiry, expiry.isNear { lines.append(expiry.message) }
            if let warning = status.manifestWarning(
                at: now.timeIntervalSince1970, days: definition.manifestDays)
            {
                lines.append(warning)
            }
        }
        attention = lines + (problems ?? [])
    }

    var needsSomebody: Bool { !attention.isEmpty }

    static func text(_ states: [FleetRow]) -> String {
        let table = TextTable(
            states,
            [
                .init("feed") { $0.id }, .init("checked") { $0.status?.checkedAt ?? "never" },
                .init("result") { $0.result }, .init("version") { $0.status?.version },
                .init("published") { $0.status?.publishedAt },
                .init("expires") { $0.expiryText },
                .init(states.contains { $0.status?.feedFile != nil } ? "feed file" : "") {
                    $0.status?.feedFile
                },
            ])
        return (table.lines + states.flatMap(\.remarks)).joined(separator: "\n") + "\n"
    }

    private var result: String {
        if unrecordedSince != nil { return "no end recorded" }
        guard let status else { return "" }
        let word = status.outcome.rawValue
        if status.exitCode != 0 { return "\(word) (\(status.exitCode))" }
        return overdue ? "\(word), overdue" : word
    }

    private var expiryText: String {
        guard let expiresInDays else { return "" }
        if expiresInDays == 0 { return "today" }
        let days = abs(expiresInDays)
        let count = Quantity.count(days, "day")
        return expiresInDays > 0 ? "in \(count)" : "\(count) ago"
    }

    private static func failure(_ status: UpdateStatus) -> [String] {
        let since = status.failingSince.map { " (since \($0))" } ?? ""
        return [TerminalText.safe(status.message, limit: 300) + since]
            + status.refusals.map {
                "  \($0.name): \(TerminalText.safe($0.reason, limit: 200))"
            }
    }

    private var remarks: [String] {
        var lines = attention.map { line in
            // Lines with advice belong to the one above; most messages already begin with the feed
            // or its source.
            line.hasPrefix("  ") || line.hasPrefix("\(id): ")
                ? line : "\(id): \(TerminalText.safe(line, limit: 400))"
        }
        if status?.isHeldBack == true {
            lines.append("\(id): the source still has the feed that was rolled back")
        }
        if let next = status?.nextVersion { lines.append("\(id): \(next) waits for its first day") }
        return lines
    }
}

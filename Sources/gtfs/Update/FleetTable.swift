import FeedCompiling
import FeedReading
import Publishing

/// How many feeds ended, as a table and one line below.
struct FleetTable {
    private let endings: [FeedEnding]

    init(_ endings: [FeedEnding]) {
        self.endings = endings
    }

    var text: String {
        var table = TextTable(
            ["feed", "exit", "version", "valid until", "bundle", "seconds", "result"],
            rightAligned: [1, 4, 5])
        for ending in endings {
            table.add([
                ending.name, "\(ending.code)", ending.status?.version ?? "",
                ending.status?.validUntil ?? "",
                ending.status?.bundleBytes.map(Quantity.bytes) ?? "",
                ending.status.map { Quantity.decimal($0.seconds, digits: 1) } ?? "",
                TerminalText.safe(ending.message, limit: 100),
            ])
        }
        return (table.lines + [summary]).joined(separator: "\n") + "\n"
    }

    /// The summary as an event for programs.
    func reportEvent() {
        var members: [String: JSONValue] = [
            "event": .string("summary"), "feeds": .integer(endings.count),
        ]
        for (name, count) in counts {
            members[name.replacing(" ", with: "_")] = .integer(count)
        }
        StandardError.write(data: JSONValue.object(members).text + "\n")
    }

    private var summary: String {
        "\(endings.count) feeds: "
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

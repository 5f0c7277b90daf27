import BundleUpdating
import FeedReading
import SystemLayer

final class FetchReporter: RunReporter {
    init(_ path: String, _ options: ReportingOptions) {
        super.init(options, subject: (name: "file", value: path))
    }

    func progress(_ step: BundleUpdate.Step) {
        switch step {
        case .asking: show("asking", "asking for the manifest")
        case .downloading(let file, let bytes, let total):
            show(
                "downloading",
                "\(file)  \(Quantity.bytes(bytes)) of \(Quantity.bytes(total))")
        case .making: show("making", "making the new bundle")
        case .checking: show("checking", "checking the new bundle")
        case .installing: show("installing", "installing the new bundle")
        case .trusting, .keeping, .installed: return
        }
    }

    func finish(_ result: BundleUpdateResult) throws {
        var members: [String: JSONValue] = [
            "outcome": .string(result.outcome.rawValue), "version": .string(result.version),
            "receivedBytes": .integer(result.receivedBytes),
        ]
        members["before"] = result.before.map { .string($0) }
        members["way"] = result.way.map { .string($0.rawValue) }
        members["expires"] = result.expires.map { .string($0) }
        if result.outcome == .waiting { members["missingBytes"] = .integer(result.missingBytes) }
        try finish(Self.words(result), members)
    }

    func finishRollback() throws {
        try finish("rolled back", ["outcome": .string("rolled_back")])
    }

    private static func words(_ result: BundleUpdateResult) -> String {
        let received = "\(Quantity.bytes(result.receivedBytes)) received"
        let way = result.way == .delta ? "by a delta, " : ""
        switch result.outcome {
        case .installed: return "installed \(result.version) (\(received))"
        case .updated:
            let before = result.before.map { " from \($0)" } ?? ""
            return "updated\(before) to \(result.version) (\(way)\(received))"
        case .unchanged: return "unchanged: \(result.version) (\(received))"
        case .waiting:
            return "\(result.version) waits: it needs \(Quantity.bytes(result.missingBytes)), more "
                + "than --max-download"
        case .heldBack:
            return "unchanged: \(result.version) was rolled back here; waiting for a newer version"
        }
    }
}

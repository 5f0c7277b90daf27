import BundleUpdating
import FeedReading
import SystemLayer

final class FetchReporter {
    private let path: String
    private let options: ReportingOptions
    private let run: RunProgress

    init(_ path: String, _ options: ReportingOptions) {
        self.path = path
        self.options = options
        run = RunProgress(options, about: ["file": .string(path)])
    }

    func progress(_ step: BundleUpdate.Step) {
        let (name, words): (String, String)
        switch step {
        case .asking: (name, words) = ("asking", "asking for the manifest")
        case .downloading(let file, let bytes, let total):
            name = "downloading"
            words = "\(file)  \(Quantity.bytes(bytes)) of \(Quantity.bytes(total))"
        case .making: (name, words) = ("making", "making the new bundle")
        case .checking: (name, words) = ("checking", "checking the new bundle")
        case .installing: (name, words) = ("installing", "installing the new bundle")
        case .trusting, .keeping, .installed: return
        }
        run.step(name, words, of: path)
    }

    func endProgress() { run.end() }

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

    private func finish(_ words: String, _ members: [String: JSONValue]) throws {
        switch options.logFormat {
        case .text:
            guard !options.quiet else { return }
            try StandardOutput.write("\(path): \(words)\n")
        case .json:
            run.event("result", members.merging(["message": .string(words)]) { own, _ in own })
        }
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

import Logging
import SystemLayer

final class RecordedLog: Sendable {
    struct Entry: Hashable, Sendable {
        var level: Logger.Level
        var message: String
        var metadata: [String: String]
    }

    private let recorded = Locked<[Entry]>([])

    var entries: [Entry] { recorded.withLock { $0 } }
    var messages: [String] { entries.map(\.message) }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).mapValues { "\($0)" }
            let entry = Entry(level: event.level, message: "\(event.message)", metadata: metadata)
            log.recorded.withLock { $0.append(entry) }
        }
    }
}

import Foundation
import Logging
import Testing
import TransitModel
import TransitSample
import TransitViewModels

/// The events that the screens log, under the names that the apps' designs have.
@MainActor @Suite("Events of screens")
struct EventTests {
    /// Keeps what is logged. A test and its models run on the main actor.
    private final class Recorder: LogHandler, @unchecked Sendable {
        var lines: [String] = []
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }
            let told = values.map { " \($0.key)=\($0.value)" }.joined()
            lines.append("\(event.level) \(event.message)\(told)")
        }
    }

    private let recorder = Recorder()

    private var log: Logger { Logger(label: "test") { [recorder] _ in recorder } }

    private struct Away: LocalizedError {
        var errorDescription: String? { "The network is away." }
    }

    @Test("of the list of routes")
    @available(iOS 17, macOS 14, *)
    func routes() async {
        await RouteListModel(source: CannedSource.sample(), log: log).load()
        await RouteListModel(source: CannedSource.sample(failure: Away()), log: log).load()
        #expect(
            recorder.lines == [
                "info route_list_loading", "info route_list_loaded count=3",
                "info route_list_loading",
                "error route_list_load_failed error=The network is away.",
            ])
    }

    @Test("of the details of a stop")
    @available(iOS 17, macOS 14, *)
    func stop() async {
        let source = CannedSource.sample()
        await StopDetailsModel(stop: .circularQuay, source: source, log: log).load()
        #expect(
            recorder.lines == [
                "info stop_details_viewed stop_id=1 stop_name=Circular Quay Station"
            ])
    }
}

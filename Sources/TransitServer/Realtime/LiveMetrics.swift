import Foundation
import SystemLayer
import TransitAnswers
import TransitModel
import TransitRealtime

@available(iOS 17, macOS 14, *)
struct LiveMetrics {
    private struct Source {
        let labels: [String: String]
        let fetches: RealtimeFetches?
        let kept: RealtimeMessages.Kept?
        let state: RealtimeState.Freshness
        /// When the last good message was created; if there is none, when it was first requested.
        let since: Date
    }

    private let sources: [Source]
    private let feeds: [(labels: [String: String], live: LiveGeneration, coverage: LiveCoverage?)]
    private let now: Date

    init(_ feeds: [(name: String, feed: ServedFeed)], now: Date) {
        self.now = now
        var sources: [Source] = []
        var generations: [([String: String], LiveGeneration, LiveCoverage?)] = []
        for (name, feed) in feeds {
            guard let live = feed.live else { continue }
            let (fetches, kept) = (live.refresher.fetches, live.messages.kept)
            let states = live.messages.states.sources
            for source in live.sources {
                let own = kept.first { $0.name.exact == source.name.exact }
                sources.append(
                    Source(
                        labels: ["feed": name, "source": source.name],
                        fetches: fetches[source.name.exact], kept: own,
                        state: states.first { $0.name == source.name.exact }?.state ?? .starting,
                        since: own?.at ?? live.started))
            }
            if let version = feed.state?.version(at: now), let view = live.view(of: version) {
                generations.append((["feed": name], view.generation, live.coverage(of: version)))
            }
        }
        self.sources = sources
        self.feeds = generations
    }

    func write(to text: inout MetricsText) {
        guard !sources.isEmpty else { return }
        writeSources(&text)
        writeFeeds(&text)
        writeCoverage(&text)
    }

    private func writeSources(_ text: inout MetricsText) {
        Self.begin(
            "age_seconds", type: "gauge",
            help: "Age of the last good message; since the start if none has come.", &text)
        for source in sources { text.add(source.labels, now.timeIntervalSince(source.since)) }
        Self.begin("state", type: "gauge", help: "1 for the current state of the source.", &text)
        for source in sources {
            for state in RealtimeState.Freshness.allCases {
                text.add(
                    source.labels.merging(["state": state.rawValue]) { $1 },
                    source.state == state ? 1 : 0)
            }
        }
        Self.begin(
            "fetches_total", type: "counter", help: "Requests for messages, by their outcome.",
            &text)
        for source in sources {
            for (outcome, count) in (source.fetches?.counts ?? [:]).sorted(by: { $0.key < $1.key })
            {
                text.add(source.labels.merging(["outcome": outcome]) { $1 }, Double(count))
            }
        }
        Self.begin(
            "fetch_seconds", type: "summary", help: "Time that requests for messages took.", &text)
        for source in sources {
            let count = source.fetches?.counts.values.reduce(0, +) ?? 0
            text.add(source.labels, source.fetches?.seconds ?? 0, suffix: "_sum")
            text.add(source.labels, Double(count), suffix: "_count")
        }
        Self.begin("bytes_total", type: "counter", help: "Bytes of the bodies of messages.", &text)
        for source in sources { text.add(source.labels, Double(source.fetches?.bytes ?? 0)) }
        Self.begin("entities", type: "gauge", help: "Entities of the last good message.", &text)
        for source in sources {
            for kind in RealtimeState.Kind.allCases {
                text.add(
                    source.labels.merging(["kind": kind.rawValue]) { $1 },
                    Double(source.kept?.counts[kind] ?? 0))
            }
        }
    }

    private func writeFeeds(_ text: inout MetricsText) {
        Self.begin(
            "trip_updates", type: "gauge", help: "Trip updates, by how they fit the timetable.",
            &text)
        for feed in feeds {
            for outcome in MatchOutcome.allCases {
                text.add(
                    feed.labels.merging(["result": outcome.rawValue]) { $1 },
                    Double(feed.live.report?.counts[outcome] ?? 0))
            }
        }
        write(
            "stop_updates_ignored", help: "Stop updates that fit no call of their trip.", to: &text
        ) {
            $0.report?.ignoredStopUpdates ?? 0
        }
        write("runs_canceled", help: "Runs that are canceled.", to: &text) {
            $0.losses.canceledRuns
        }
        write("calls_skipped", help: "Calls that are skipped.", to: &text) {
            $0.losses.skippedCalls
        }
        write("alerts", help: "Alerts that apply.", to: &text) { $0.alertCount }
        Self.begin(
            "vehicles", type: "gauge", help: "Vehicles, by whether their run is known.", &text)
        for feed in feeds {
            let (all, matched) = feed.live.vehicleCounts
            text.add(feed.labels.merging(["matched": "true"]) { $1 }, Double(matched))
            text.add(feed.labels.merging(["matched": "false"]) { $1 }, Double(all - matched))
        }
    }

    private func writeCoverage(_ text: inout MetricsText) {
        for (name, help, count) in [
            ("runs_under_way", "Runs under way by the timetable.", \LiveCoverage.Counts.runs),
            ("runs_updated", "Those with a trip update.", \.updated),
            ("runs_positioned", "Those with a vehicle.", \.positioned),
        ] {
            Self.begin(name, type: "gauge", help: help, &text)
            for feed in feeds {
                guard let coverage = feed.coverage else { continue }
                text.add(feed.labels, Double(coverage.total[keyPath: count]))
            }
        }
    }

    private func write(
        _ name: String, help: String, to text: inout MetricsText, value: (LiveGeneration) -> Int
    ) {
        Self.begin(name, type: "gauge", help: help, &text)
        for feed in feeds { text.add(feed.labels, Double(value(feed.live))) }
    }

    private static func begin(
        _ name: String, type: String, help: String, _ text: inout MetricsText
    ) {
        text.begin("gtfs_serve_realtime_" + name, type: type, help: help)
    }
}

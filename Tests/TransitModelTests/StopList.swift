import Foundation
import TransitModel

/// A source that has stops, and nothing that runs.
struct StopList: ForwardingSource {
    struct Unasked: Error {}

    var line: String?
    let all: [Stop]
    /// The error that every question throws.
    var failure: (any Error)?
    /// Whether no question is ever answered.
    var isSilent = false

    /// Questions that have no answer here.
    func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        throw Unasked()
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        Answer(try await questions(self), from: .canned)
    }

    func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    private func stops(where isWanted: (Stop) -> Bool) async throws -> [Stop] {
        if isSilent { try await Task.sleep(for: .seconds(86_400)) }
        if let failure { throw failure }
        return all.filter(isWanted)
    }

    func feed() async throws -> FeedDescription {
        _ = try await stops { _ in true }
        var metadata: [String: String] = [:]
        metadata["line"] = line
        return FeedDescription(validity: FeedValidity(), metadata: metadata)
    }

    func stop(id: String) async throws -> Stop {
        let keyed = try await stops { "sid:\($0.sid)" == id }
        let named = try await stops { $0.stopID == id }
        guard let stop = (keyed + named).first else {
            throw TransitSourceError.notFound(kind: "stop", id: id)
        }
        return stop
    }

    func stops(sids: [Int64]) async throws -> [Stop] {
        try await stops { sids.contains($0.sid) }
    }

    func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try await stops { kinds.contains($0.kind) }.compactMap { stop in
            stop.coordinate.map { NearbyStop(stop: stop, distanceMeters: place.meters(to: $0)) }
        }
        .filter { $0.distanceMeters <= radius }.sorted { $0.distanceMeters < $1.distanceMeters }
    }

    func routes(of stop: Stop) async throws -> [Route] { [] }
}

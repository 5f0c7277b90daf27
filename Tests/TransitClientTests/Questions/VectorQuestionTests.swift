import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitClient

@Suite("Vectors over a client", .blocking)
struct VectorQuestionTests {
    /// The answers to each kind of question.
    private struct Cases {
        let all: [(question: JSONValue, answer: JSONValue)]

        init(_ kind: String) throws {
            let url = URL(fileURLWithPath: PackageRoot.path + "/schema/vectors/\(kind).json")
            let file = try JSONValue(json: Data(contentsOf: url))
            guard case .list(let cases)? = file["cases"] else { throw Missing() }
            all = try cases.map { element in
                guard let question = element["question"], let answer = element["answer"] else {
                    throw Missing()
                }
                return (question, answer)
            }
        }
    }

    private struct Missing: Error {}

    private static func text(_ value: JSONValue, _ key: String) throws -> String {
        guard case .text(let text)? = value[key] else { throw Missing() }
        return text
    }

    private static func number(_ value: JSONValue, _ key: String) throws -> Double {
        guard case .number(let number)? = value[key] else { throw Missing() }
        return number
    }

    @Test("every vector, over a socket") func vectors() async throws {
        let built = try await BuiltBundle.sample.value
        let served = try ServedBundle(of: built.path)
        try await served.start()
        let url = try #require(URL(string: served.url))
        let client = TransitClient(url, transport: try CurlTransport(), settings: .patient)
        for kind in ["departures", "active_services", "calls", "nearby", "search"] {
            let cases = try Cases(kind).all
            #expect(!cases.isEmpty)
            for (question, answer) in cases {
                let found = try await Self.answer(kind, question, from: client)
                #expect(found == answer, "\(kind) \(question)")
            }
        }
        try served.stop()
    }

    private static func answer(
        _ kind: String, _ question: JSONValue, from client: TransitClient
    ) async throws -> JSONValue {
        switch kind {
        case "departures":
            let stop = try await client.stop(id: text(question, "stop_id"))
            let start = try Date(text(question, "at"), strategy: .iso8601)
            let found = try await client.departures(
                from: [stop], at: start, for: number(question, "for"), matching: .all)
            return try JSONValue(
                json: JSONEncoder().encode(
                    found.map { event in
                        // As on a board in its own zone, which a row does not name.
                        var event = event
                        event.timeZoneName = ""
                        return ModelDTO(event)
                    }))
        case "active_services":
            let query = [(name: "date", value: try text(question, "date")), ("limit", "500")]
            let services = try await client.asker.ask(
                Question(Endpoint[.services], query: query), as: ListDTO<ServiceDTO>.self,
                AskingManner()
            )
            return .list(services.data.elements.map { .text($0.serviceID) })
        case "calls":
            let trip = try await client.trip(id: text(question, "trip_id"))
            return .list(try await client.calls(of: trip).map(row))
        case "nearby":
            let place = Coordinate(
                latitude: try number(question, "lat"), longitude: try number(question, "lon"))
            let found = try await client.stops(
                near: place, count: Int(number(question, "count")), kinds: [.stop, .station])
            return .list(
                found.map { near in
                    .object([
                        "stop_id": .text(near.stop.stopID),
                        "distance_meters": .number(near.distanceMeters.rounded()),
                    ])
                })
        default:
            let found = try await client.stops(matching: text(question, "text"), limit: 20)
            return .list(found.map { .text($0.stopID) })
        }
    }

    private static func row(_ call: Call) -> JSONValue {
        func text(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }
        return .object([
            "stop_id": text(call.stopID), "stop_sequence": .number(Double(call.stopSequence)),
            "arrival_time": text(call.arrival?.description),
            "departure_time": text(call.departure?.description),
            "interpolated_time": text(call.interpolated?.description),
            "headsign": text(call.headsign), "pickup_type": .number(Double(call.pickup.code)),
            "drop_off_type": .number(Double(call.dropOff.code)),
            "shape_dist_traveled": call.shapeDistTraveled.map(JSONValue.number) ?? .null,
        ])
    }
}

import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@Suite("Vectors over the API")
struct VectorAnswersTests {
    private struct File<Question: Decodable, Answer: Decodable>: Decodable {
        struct Case: Decodable {
            var question: Question
            var answer: Answer
        }
        var cases: [Case]
    }

    private func cases<Question: Decodable, Answer: Decodable>(
        _ kind: String, question: Question.Type, answer: Answer.Type, keepsKeys: Bool = false
    ) throws -> [(question: Question, answer: Answer)] {
        let url = URL(fileURLWithPath: PackageRoot.path + "/schema/vectors/\(kind).json")
        let decoder = JSONDecoder()
        if !keepsKeys { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        let file = try decoder.decode(File<Question, Answer>.self, from: Data(contentsOf: url))
        #expect(!file.cases.isEmpty)
        return file.cases.map { ($0.question, $0.answer) }
    }

    @Test("departures") func departures() async throws {
        let feed = try await AnsweredFeed.sample.value
        for (question, answer) in try cases(
            "departures", question: DepartureOracle.Question.self, answer: [JSONValue].self,
            keepsKeys: true)
        {
            let board: Envelope<Board> = try await feed.ask(
                "stops/\(AnsweredFeed.encoded(question.stopID))/departures"
                    + "?at=\(AnsweredFeed.encoded(question.at))&for=\(question.duration)")
            let found = try board.data.events.map { event in
                var event = event
                #expect(event.timeZoneName == board.data.timeZoneName)
                event.timeZoneName = ""
                return try JSONValue(json: event.jsonBytes)
            }
            #expect(found == answer)
        }
    }

    @Test("active services") func services() async throws {
        struct Question: Decodable { var date: String }
        let feed = try await AnsweredFeed.sample.value
        for (question, answer) in try cases(
            "active_services", question: Question.self, answer: [String].self)
        {
            let services: Envelope<ListDTO<ServiceDTO>> = try await feed.ask(
                "services?date=\(question.date)")
            #expect(services.data.elements.map(\.serviceID) == answer)
            let date = try #require(ServiceDate(cellText: question.date))
            #expect(services.data.elements.allSatisfy { $0.runs(on: date) })
        }
    }

    @Test("calls") func calls() async throws {
        struct Question: Decodable {
            var tripId: String
        }
        struct Row: Decodable, Equatable {
            var arrivalTime: String?
            var departureTime: String?
            var interpolatedTime: String?
            var headsign: String?
            var stopId: String?
            var stopSequence: Int
            var pickupType: Int
            var dropOffType: Int
            var shapeDistTraveled: Double?
        }
        let feed = try await AnsweredFeed.sample.value
        for (question, answer) in try cases("calls", question: Question.self, answer: [Row].self) {
            let trip: Envelope<TripDetailsDTO> = try await feed.ask(
                "trips/\(AnsweredFeed.encoded(question.tripId))")
            let json = try JSONEncoder().encode(trip.data.calls.map { ModelDTO($0) })
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            #expect(try decoder.decode([Row].self, from: json) == answer)
        }
    }

    @Test("nearby") func nearby() async throws {
        struct Question: Decodable {
            var lat: Double
            var lon: Double
            var count: Int
        }
        struct Answer: Decodable, Equatable {
            var stopId: String
            var distanceMeters: Int
        }
        let feed = try await AnsweredFeed.sample.value
        for (question, answer) in try cases(
            "nearby", question: Question.self, answer: [Answer].self)
        {
            let stops: Envelope<ListDTO<StopDTO>> = try await feed.ask(
                "stops?near=\(question.lat),\(question.lon)&limit=\(question.count)")
            let found = try stops.data.elements.map {
                Answer(
                    stopId: $0.stopID,
                    distanceMeters: Int(try #require($0.meters).rounded()))
            }
            #expect(found == answer)
        }
    }

    @Test("search") func search() async throws {
        struct Question: Decodable { var text: String }
        let feed = try await AnsweredFeed.sample.value
        for (question, answer) in try cases(
            "search", question: Question.self, answer: [String].self)
        where !question.text.isEmpty {
            let stops: Envelope<ListDTO<StopDTO>> = try await feed.ask(
                "stops?q=\(AnsweredFeed.encoded(question.text))&limit=20")
            #expect(stops.data.elements.map(\.stopID) == answer, "\(question.text)")
        }
    }
}

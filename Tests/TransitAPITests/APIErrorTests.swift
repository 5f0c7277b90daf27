import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@Suite("Failures of the API")
struct APIErrorTests {
    /// The statuses that `schema/api.md` promises, by code.
    private func promised() throws -> [String: (status: String, words: [String])] {
        let text = try String(contentsOfFile: PackageRoot.path + "/schema/api.md", encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
            .filter { $0.count == 4 && Int($0[1]) != nil }
        return Dictionary(
            rows.map { ($0[0].trimmingCharacters(in: ["`"]), ($0[1], Array($0[2...]))) }
        ) { first, _ in first }
    }

    @Test("every code has a status of its kind", arguments: APIFailure.Code.allCases)
    func statuses(code: APIFailure.Code) {
        #expect((400..<600).contains(code.status))
        #expect((code.status >= 500) == [.unavailable, .serverError].contains(code))
    }

    @Test("api.md and openapi.yaml have each code, its status and what to do")
    func documented() throws {
        let promised = try promised()
        #expect(Set(promised.keys) == Set(APIFailure.Code.allCases.map(\.rawValue)))
        for code in APIFailure.Code.allCases {
            let row = try #require(promised[code.rawValue])
            #expect(row.status == String(code.status))
            #expect(row.words.allSatisfy { !$0.isEmpty })
        }
        let document = try OpenAPIDocument.shared.get()
        let words = document.schema("Error")?["properties"]?["code"]?["enum"]?.texts ?? []
        #expect(Set(words) == Set(APIFailure.Code.allCases.map(\.rawValue)))
    }

    @Test("a failure of one field says so in its details")
    func field() {
        let failure = APIFailure(.badValue, field: "at", "at wants RFC 3339.")
        #expect(failure.details == [.init(field: "at", message: "at wants RFC 3339.")])
    }

    @Test(
        "a failure is sent as the contract says, and is read again",
        arguments: APIFailure.Code.allCases)
    func sent(code: APIFailure.Code) throws {
        let failure = APIFailure(
            code, "Say \"which\".",
            details: [.init(field: "at", message: "a"), .init(field: "n", message: "b\n")])
        let bytes = ErrorEnvelope(failure, meta: Meta(feed: "nyc")).jsonBytes
        let document = try OpenAPIDocument.shared.get()
        let schema = try #require(document.schema("ErrorEnvelope"))
        #expect(document.problems(of: try JSONValue(json: bytes), against: schema) == [])
        let report = DecodingReport()
        let read = try ErrorEnvelope.decoded(from: Data(bytes), reportingTo: report)
        #expect(read.error.failure == failure)
        #expect(read.meta.feed == "nyc")
        #expect(report.replacements == [])
    }

    @Test("a code of a later server keeps its text, and counts as a failure of the server")
    func laterCode() throws {
        let json = #"{"error":{"code":"too_tired","message":"Later.","details":[]},"meta":{}}"#
        let report = DecodingReport()
        let read = try ErrorEnvelope.decoded(from: Data(json.utf8), reportingTo: report)
        #expect(read.error.code.text == "too_tired")
        #expect(read.error.failure == APIFailure(.serverError, "Later."))
        #expect(
            report.replacements.map(\.description)
                == ["error.code: an unknown word (too_tired), taken as too_tired"])
    }

    @Test("an error about a day in another form names the feed's days")
    func days() throws {
        let days = try #require(ServiceDate(yyyymmdd: 20_260_101))
        let validity = FeedValidity(firstServiceDay: days, lastServiceDay: days.adding(days: 30))
        let bad = APIFailure(.badValue, field: "date", "date wants a date, not \"soon\".")
        #expect(
            bad.namingDays(of: validity).details.map(\.message)
                == ["date wants a date, not \"soon\". The feed has the days 20260101 to 20260131."])
        let other = APIFailure(.badValue, field: "n", "n wants a number.")
        #expect(other.namingDays(of: validity) == other)
        #expect(bad.namingDays(of: FeedValidity()) == bad)
    }
}

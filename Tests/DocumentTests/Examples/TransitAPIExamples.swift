import Foundation
import TransitAPI
import TransitModel

/// The address of the next departures from a stop, checked as a server checks it.
func boardAddress(of stop: String, count: Int) throws -> String {
    let question = try Question(
        Endpoint[.departures], id: stop, query: [(name: "n", value: "\(count)")])
    return question.address()
}

/// The examples in the comments of `TransitAPI`.
enum TransitAPIExamples {
    static func matching() throws -> (endpoint: Endpoint.Name, feed: String?, id: String?) {
        let match = try Endpoint.matching(
            path: ["api", "v1", "feeds", "city", "stops", "QUAY", "departures"])
        let endpoint = match.endpoint.name  // .departures
        let feed = match.feed  // "city"
        let id = match.id  // "QUAY"
        return (endpoint, feed, id)
    }

    static func parameters() -> Bool? {
        let stops = Endpoint[.stops].parameter("q")
        let isRequired = stops?.isRequired  // false
        return isRequired
    }

    static func question() -> APIFailure? {
        var failure: APIFailure?
        do throws(APIFailure) {
            _ = try Question(Endpoint[.departures], id: "QUAY", query: [("at", "noon")])
        } catch {
            failure = error  // code .badValue, status 400
        }
        return failure
    }

    static func address() throws -> String {
        let question = try Question(Endpoint[.stops], query: [("q", "circ quay")])
        let address = question.address(feed: "city")  // "/api/v1/feeds/city/stops?q=circ%20quay"
        return address
    }

    static func canonicalQuery() throws -> String {
        let question = try Question(
            Endpoint[.stops], query: [("radius", "500"), ("near", "-33.860,151.210")])
        let query = question.canonicalQuery  // "near=-33.86%2C151.21&radius=500"
        return query
    }

    static func instant(in sydney: TimeZone) throws -> ServiceClock.ClockChange? {
        let question = try Question(
            Endpoint[.departures], id: "QUAY", query: [("at", "2026-10-04T02:30")])
        let resolved = question.instant?.resolved(in: sydney)
        let remark = resolved?.remark  // .skipped: clocks go forward at two
        return remark
    }

    static func envelope(_ stop: Stop) -> String {
        let envelope = Envelope(StopDTO(stop), meta: Meta(feed: "city"))
        let json = String(decoding: envelope.jsonBytes, as: UTF8.self)
        return json
    }

    static func report(on json: Data) throws -> [String] {
        let decoder = JSONDecoder()
        let report = DecodingReport()
        if let key = DecodingReport.key { decoder.userInfo[key] = report }
        _ = try decoder.decode(StopDTO.self, from: json)
        let problems = report.replacements.map(\.description)  // ["stop_name: missing, taken as "]
        return problems
    }

    static func message() -> String {
        let error = APIError.network(.init(.unreachable, "no route to host"))
        let message = error.userMessage  // "Check your internet connection"
        return message
    }
}

import Foundation
import TransitAPI
import TransitModel

/// The names of the stops in an answer to `/api/v1/stops`.
func stopNames(in answer: Data) throws -> [String] {
    let stops = try Envelope<ListDTO<StopDTO>>.decoded(from: answer).data
    return stops.elements.map(\.stopName)
}

/// The examples in the comments of `TransitAPI`.
enum TransitAPIExamples {
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

import Foundation

enum JSON {
    struct Failure: Error {
        let text: String
    }

    static func object(_ text: String) throws -> [String: Any] {
        guard
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { throw Failure(text: text) }
        return object
    }

    /// The only list of objects of an answer of the API, apart from what its rows refer to.
    static func list(_ text: String) throws -> [[String: Any]] {
        let object = try object(text)
        for key in ["stops", "departures", "arrivals", "groups", "alerts", "vehicles"]
        where key != "stops" && key != "alerts" || object["stop"] == nil {
            if let list = object[key] as? [[String: Any]] { return list }
        }
        throw Failure(text: text)
    }
}

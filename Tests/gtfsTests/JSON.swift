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
}

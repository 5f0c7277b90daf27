import BundleDiffing

/// The fields on the page of a difference, in words as a terminal has them.
struct DiffPage {
    let html: String

    init(_ diff: BundleDiff) {
        html = diff.html
    }

    /// All changed fields: `route_color FFFFFF → 000000`.
    var fields: [String] { Self.fields(html[...]) }

    /// The rows with their fields: `stops.txt: stop_id A: stop_name Harbor → Port`.
    var rows: [String] {
        html.split(separator: "<th class=\"row\"").dropFirst().map { part in
            let row = part.firstRange(of: "</tbody>").map { part[..<$0.lowerBound] } ?? part
            let name = row.firstMatch(of: /<bdi>([^<]*)<\/bdi>/).map { String($0.1) } ?? ""
            let fields = Self.fields(row)
            return fields.isEmpty ? name : "\(name): \(fields.joined(separator: ", "))"
        }
    }

    private static func fields(_ part: Substring) -> [String] {
        part.matches(
            of: /<th scope="row">([^<]*)<\/th><td[^>]*>([^<]*)<\/td><td[^>]*>([^<]*)<\/td>/
        ).map { "\($0.1) \($0.2) → \($0.3)" }
    }
}

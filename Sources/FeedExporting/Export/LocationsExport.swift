import FeedCompiling
import SQLiteLayer

/// Writes `locations.geojson`, feature by feature.
struct LocationsExport {
    private let query: Statement

    init(_ connection: Connection) throws {
        query = try Statement(
            connection, "SELECT id, stop_name, stop_desc, geometry FROM locations")
    }

    /// Writes all features and counts them.
    func write(_ destination: any FeedDestination) throws -> Int {
        var rows = 0
        var text = "{\"type\":\"FeatureCollection\",\"features\":["
        while try query.next() {
            text += rows == 0 ? "\n" : ",\n"
            rows += 1
            var properties: [String: JSONValue] = [:]
            properties["stop_name"] = query.row.asText(1).map { .string($0) }
            properties["stop_desc"] = query.row.asText(2).map { .string($0) }
            let id = JSONValue.string(query.row.asText(0) ?? "").text
            text += "{\"type\":\"Feature\",\"id\":\(id),"
            text += "\"properties\":\(JSONValue.object(properties).text),"
            text += "\"geometry\":\(query.row.asText(3) ?? "null")}"
            try write(&text, destination)
        }
        text += "\n]}\n"
        try write(&text, destination)
        return rows
    }

    private func write(_ text: inout String, _ destination: any FeedDestination) throws {
        var text = consume(&text)
        try text.withUTF8 { try destination.write(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the text and empties it.
    private func consume(_ text: inout String) -> String {
        defer { text = "" }
        return text
    }
}

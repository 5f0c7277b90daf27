import FeedCompiling

/// Writes `locations.geojson`, feature by feature.
struct LocationsExport {
    private let query: Query

    init(_ connection: BundleConnection) throws {
        query = try Query(connection, "SELECT id, stop_name, stop_desc, geometry FROM locations")
    }

    /// Writes all features and counts them.
    func write(_ destination: any FeedDestination) throws -> Int {
        var rows = 0
        var text = "{\"type\":\"FeatureCollection\",\"features\":["
        while try query.next() {
            text += rows == 0 ? "\n" : ",\n"
            rows += 1
            var properties: [String: JSONValue] = [:]
            properties["stop_name"] = query.string(1).map { .string($0) }
            properties["stop_desc"] = query.string(2).map { .string($0) }
            let id = JSONValue.string(query.string(0) ?? "").text
            text += "{\"type\":\"Feature\",\"id\":\(id),"
            text += "\"properties\":\(JSONValue.object(properties).text),"
            text += "\"geometry\":\(query.string(3) ?? "null")}"
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

    /// Takes the text out and leaves none.
    private func consume(_ text: inout String) -> String {
        defer { text = "" }
        return text
    }
}

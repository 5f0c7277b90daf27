import FeedCompiling
import FeedReading

/// Finds the members of `locations.geojson` that a bundle has no place for, by their names, with
/// those of the objects around them: `features.properties.color`.
enum GeoJSONMembers {
    /// Members that the reference does not know, and known ones whose value has the wrong type.
    static func unknown(_ root: JSONValue) -> [String] {
        var unknown: Set<String> = []
        func note(_ value: JSONValue, _ prefix: String, known: Set<String>, type: String?) {
            guard case .object(let members) = value else { return }
            for name in members.keys where !known.contains(name) { unknown.insert(prefix + name) }
            if let type, let found = members["type"], found != .null, found != .string(type) {
                unknown.insert(prefix + "type")
            }
        }
        note(root, "", known: ["type", "features"], type: "FeatureCollection")
        guard case .array(let features)? = root["features"] else { return unknown.sorted() }
        for feature in features {
            note(
                feature, "features.", known: ["type", "id", "properties", "geometry"],
                type: "Feature")
            guard let properties = feature["properties"], properties != .null else { continue }
            guard case .object = properties else {
                unknown.insert("features.properties")
                continue
            }
            let texts = ["stop_name", "stop_desc"]
            note(properties, "features.properties.", known: Set(texts), type: nil)
            for name in texts where !isText(properties[name]) {
                unknown.insert("features.properties." + name)
            }
        }
        return unknown.sorted()
    }

    /// Whether a bundle has the value, or it says nothing.
    private static func isText(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null, .string, .integer, .number: true
        case .bool, .array, .object: false
        }
    }

    /// Members that follow another one with the same name in an object.
    static func repeated(_ root: JSONNode) -> [String] {
        var repeated: Set<String> = []
        func look(_ node: JSONNode, _ path: String) {
            switch node {
            case .object(let members):
                var seen: Set<String> = []
                for member in members {
                    let path = path.isEmpty ? member.name : "\(path).\(member.name)"
                    if !seen.insert(member.name).inserted { repeated.insert(path) }
                    look(member.value, path)
                }
            case .array(let elements): for element in elements { look(element, path) }
            default: break
            }
        }
        look(root, "")
        return repeated.sorted()
    }
}

import Foundation

/// `feeds/sample` with files and columns that the reference does not know.
package enum ExtendedFeed {
    /// A text that nothing may take for markup, or for SQL.
    package static let hostileText = #"<script>alert("x")</script>'; DROP TABLE stops; --"#
    /// The header of a column that SQL cannot have as a name.
    package static let hostileHeader = #"na"me; DROP <b>"#
    /// A text longer than any that is shown whole.
    package static let longText = String(repeating: "0", count: 4000)

    package static func write(
        to folder: TestFolder, as name: String = "extended"
    ) throws -> String {
        let sample = PackageRoot.path + "/feeds/sample"
        for file in try FileManager.default.contentsOfDirectory(atPath: sample) {
            let text = try String(contentsOfFile: "\(sample)/\(file)", encoding: .utf8)
            try folder.write("\(name)/\(file)", Array(text.utf8))
        }
        for (file, text) in try files() {
            try folder.write("\(name)/\(file)", Array(text.utf8))
        }
        return "\(folder.path)/\(name)"
    }

    private static func files() throws -> [String: String] {
        [
            "stops.txt": try extended("stops.txt", by: "stop_note") {
                $0.hasPrefix("QUAY,") ? quoted(hostileText) : ""
            },
            "routes.txt": try extended("routes.txt", by: "line") { _ in "A-Line" },
            "trips.txt": try extended("trips.txt", by: "trip_note,set") { _ in "Low floor,A" },
            "stop_times.txt": try extended("stop_times.txt", by: "stop_note") {
                $0.hasPrefix("T1-WD-N1,05:34:30,") ? "First door" : ""
            },
            "feed_info.txt": try extended("feed_info.txt", by: "feed_id") { _ in "lumen" },
            "facilities.txt": facilities(),
            "notes.txt": "note_id,note_text\nN1,Via the quay\n",
            "README.txt": "This is not a table.\n",
        ]
    }

    /// 250 facilities, of which the first two are at Quayside.
    private static func facilities() -> String {
        var text = "facility_id,stop_id,\(quoted(hostileHeader))\n"
        for number in 1...250 {
            let value = number == 1 ? quoted(hostileText) : number == 2 ? longText : ""
            text += "F\(number),\(number <= 2 ? "QUAY" : ""),\(value)\n"
        }
        return text
    }

    private static func extended(
        _ file: String, by header: String, _ value: (Substring) -> String
    ) throws -> String {
        let text = try String(
            contentsOfFile: PackageRoot.path + "/feeds/sample/\(file)", encoding: .utf8)
        return text.split(separator: "\n").enumerated()
            .map { "\($0.element),\($0.offset == 0 ? header : value($0.element))\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}

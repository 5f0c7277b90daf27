import BundleDiffing
import Foundation
import TestSupport
import Testing

@Suite("Differences as text, pages and JSON")
struct DiffOutputTests {
    /// A stop with a name that means harm.
    private static func hostile() throws -> BundleDiff {
        try Versions([
            (
                "stops.txt", "A,Harbour,48.0,2.0",
                "A,<script>alert('1')</script>\u{1B}[2J\u{202E}&\"שלום,48.0,2.0"
            )
        ]).diff
    }

    @Test("Markup in names is text on the page")
    func markup() throws {
        let html = try Self.hostile().html
        #expect(!html.contains("<script>"))
        #expect(html.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
        #expect(html.contains("&amp;&quot;שלום"))
    }

    @Test("Control characters and changes of direction are spelled")
    func control() throws {
        let diff = try Self.hostile()
        for text in [diff.words(limit: nil), diff.html] {
            #expect(!text.unicodeScalars.contains("\u{1B}"))
            #expect(!text.unicodeScalars.contains("\u{202E}"))
            #expect(text.contains("\\u{1b}[2J\\u{202e}"))
        }
    }

    @Test("The page is whole, and needs nothing from outside")
    func page() throws {
        let html = try Self.hostile().html
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.hasSuffix("</html>\n"))
        for tag in ["details", "table", "tbody", "tr", "main", "style", "dl"] {
            let opened = html.split(
                separator: try Regex("<\(tag)\\b"), omittingEmptySubsequences: false
            )
            .count
            #expect(opened == html.components(separatedBy: "</\(tag)>").count, "\(tag)")
        }
        #expect(!html.contains("http:") && !html.contains("https:"))
        #expect(html.contains("prefers-color-scheme: dark"))
    }

    @Test("The page says the field, the old and the new value of what has changed")
    func fields() throws {
        let diff = try Versions([
            ("routes.txt", "R,X,1,3", "R,X,2,3"),
            ("stops.txt", "A,Harbour,48.0,2.0", "A,Harbour,48.1,2.0"),
        ]).diff
        let page = DiffPage(diff)
        #expect(page.fields.contains("route_short_name 1 → 2"))
        #expect(page.fields.contains("stop_lat 48.0 → 48.1"))
        #expect(page.html.contains("<th scope=\"col\">before</th><th scope=\"col\">after</th>"))
        #expect(page.html.contains("moved by 11\u{202F}11"))
    }

    @Test("Ids are told to scripts, those of the old version in parts of what was removed")
    func ids() throws {
        let diff = try Versions([
            ("routes.txt", "R,X,1,3", "R,X,2,3"),
            (
                "stops.txt", "D,Airport,48.0,2.4",
                "D/é,Airfield,48.0,2.4"
            ),
        ]).diff
        for id in ["data-route=\"R\"><bdi>R<", "data-stop=\"D/%C3%A9\"><bdi>D/é<"] {
            #expect(diff.html.contains("<code \(id)"), "\(id)")
        }
        #expect(
            diff.html.contains(/<tbody class="removed"[^>]*>\n<tr>.*<code data-stop="D"><bdi>D</))
        for name in ["old", "new"] {
            #expect(diff.html.contains("<bdi class=\"version\">\(name).sqlite</bdi>"))
        }
    }

    @Test("A mark of the map leads to the row of its stop, where the page has that")
    func marks() throws {
        let html = try Versions([
            ("stops.txt", "A,Harbour,48.0,2.0", "A,Harbour,48.1,2.0"),
            ("stops.txt", "D,Airport,48.0,2.4", "E,Airfield,48.0,2.4"),
        ]).diff.html
        let rows = html.matches(of: /<tbody class="\w+" id="([^"]*)">\n.*<bdi>(\w)</)
            .map { "\($0.1) \($0.2)" }
        #expect(rows == ["stops-1 D", "stops-2 E", "places-1 A"])
        let marks = html.matches(of: /"link":"#([^"]*)"[^}]*"name":"\w+ \((\w)\)"/)
            .map { "\($0.1) \($0.2)" }
        #expect(Set(marks) == Set(rows) && marks.count == 4)
    }

    @Test("The page of a large difference is cut, and says so")
    func cut() throws {
        let stops = (0..<2345).map { "S\($0),Stop \($0),48.0,2.0\n" }.joined()
        let header = "stop_id,stop_name,stop_lat,stop_lon\n"
        var feed = TestFeed.base
        feed["stops.txt"] = (TestFeed.base["stops.txt"] ?? header) + "\n" + stops
        let html = try Versions(.base, feed).diff.html
        #expect(html.contains("First 500 of 2\u{202F}345; <code>gtfs diff --json</code> has all."))
        #expect(html.contains("<span>2\u{202F}345 added</span>"))
        #expect(html.components(separatedBy: "<tbody").count == 501)
        #expect(html.contains("The map shows only some of the changes."))
    }

    @Test("Days on the page are those of all pages")
    func days() throws {
        let html = try Versions([
            (
                "calendar.txt", "WD,1,1,1,1,1,0,0,20260101,20261231",
                "WD,1,1,1,1,1,0,0,20260108,20270107"
            )
        ]).diff.html
        #expect(html.contains("1 Jan 2026 to 31 Dec 2026 → 8 Jan 2026 to 7 Jan 2027"))
    }

    @Test("JSON has all keys that the schema requires, and no others")
    func schema() throws {
        let url = URL(fileURLWithPath: PackageRoot.path + "/schema/diff.schema.json")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        let text = try Versions([
            ("stops.txt", "A,Harbour,48.0,2.0", "A,Port,48.1,2.0"),
            ("stops.txt", "D,Airport,48.0,2.4", "D,Airport,48.0,2.4\nE,New,48.0,2.0"),
            (
                "calendar.txt", "WD,1,1,1,1,1,0,0,20260101,20261231",
                "WD,1,1,1,1,0,0,0,20260108,20270107"
            ),
            (
                "stop_times.txt", "T1,08:10:00,08:11:00,B,2", "T1,08:10:00,08:12:00,B,2"
            ),
        ]).diff.json()
        let facilities: TestFeed = """
            # facilities.txt
            facility_id,kind
            F1,lift
            """
        let extended = try Versions(.base.with(facilities), .base).diff.json()
        #expect(!text.contains("extensions") && extended.contains("\"extensions\""))
        var seen: Set<String> = []
        for text in [text, extended] {
            try check(
                JSONSerialization.jsonObject(with: Data(text.utf8)), against: schema,
                definitions: schema["$defs"] as? [String: Any] ?? [:], at: "diff", seen: &seen)
        }
        #expect(text.matches(of: /"([^"]+)" :/).allSatisfy { $0.1 == $0.1.lowercased() })
        #expect(
            seen.isSuperset(of: [
                "version", "changes", "day", "route", "window", "row", "value", "extension",
            ]))
    }

    /// Compares a value with a schema: objects, arrays, references, `required` and types.
    private func check(
        _ value: Any, against schema: [String: Any], definitions: [String: Any], at place: String,
        seen: inout Set<String>
    ) throws {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.dropFirst("#/$defs/".count))
            seen.insert(name)
            let target = try #require(definitions[name] as? [String: Any], "\(reference)")
            return try check(
                value, against: target, definitions: definitions, at: place, seen: &seen)
        }
        switch schema["type"] as? String {
        case "object"?:
            let object = try #require(value as? [String: Any], "\(place)")
            let properties = try #require(schema["properties"] as? [String: Any])
            for name in schema["required"] as? [String] ?? [] {
                #expect(object[name] != nil, "\(place) lacks \(name)")
            }
            for (name, member) in object {
                let part = try #require(
                    properties[name] as? [String: Any], "\(place).\(name) is not in the schema")
                try check(
                    member, against: part, definitions: definitions, at: "\(place).\(name)",
                    seen: &seen)
            }
        case "array"?:
            let part = try #require(schema["items"] as? [String: Any])
            for member in try #require(value as? [Any], "\(place)") {
                try check(member, against: part, definitions: definitions, at: place, seen: &seen)
            }
        case "string"?: #expect(value is String, "\(place)")
        case "boolean"?: #expect(value is Bool, "\(place)")
        default: #expect(value is NSNumber, "\(place)")
        }
    }
}

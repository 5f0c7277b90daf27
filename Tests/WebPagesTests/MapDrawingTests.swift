import Foundation
import Testing

@testable import WebPages

@Suite("The drawing of a map")
struct MapDrawingTests {
    @Test("every mark lies inside, away from the edges, also one that is far from all others")
    func marksInside() throws {
        var marks = (0..<200).map { number in
            Self.mark(47 + Double(number % 10) / 1000, 8 + Double(number / 10) / 1000)
        }
        marks.append(Self.mark(48.5, 8.001, name: "far"))
        let places = try Self.translations(MapContent(marks: marks))
        #expect(places.count == 201)
        let height = try Self.height(MapContent(marks: marks))
        for place in places {
            #expect(14...986 ~= place.x && 14...(height - 14) ~= place.y, "\(place)")
        }
    }

    @Test("a tall content is as high as wide, a wide one lower, a single place has room around it")
    func height() throws {
        #expect(try Self.height(MapContent(marks: [Self.mark(40, 8), Self.mark(50, 8.1)])) == 1000)
        #expect(try Self.height(MapContent(marks: [Self.mark(47, 1), Self.mark(47.1, 9)])) == 300)
        let square = try Self.height(MapContent(marks: [Self.mark(0, 8), Self.mark(1, 9)]))
        #expect(990...1000 ~= square)
        let single = try Self.translations(MapContent(marks: [Self.mark(47, 8)]))
        #expect(single.map(\.x) == [500] && single.map(\.y) == [500])
    }

    @Test("north is up and east is right")
    func directions() throws {
        let places = try Self.translations(
            MapContent(marks: [Self.mark(47, 8), Self.mark(48, 9)]))
        #expect(places[0].x < places[1].x)
        #expect(places[0].y > places[1].y)
    }

    @Test("what lies on both sides of 180 degrees lies together")
    func dateLine() throws {
        let places = try Self.translations(
            MapContent(marks: [Self.mark(-17, 179.9), Self.mark(-17.2, -179.9)]))
        #expect(places[0].x < places[1].x)
        #expect(places[1].y - places[0].y > 200)
    }

    @Test("backdrop far away does not shrink the rest; a line with a color is seen whole")
    func outliers() throws {
        let town = (0..<300).map { (latitude: 47 + Double($0) / 10_000, longitude: 8.0) }
        let far = town + [(latitude: 0.5, longitude: 0.5)]
        let marks = [Self.mark(47, 8), Self.mark(47.03, 8)]
        let quiet = MapContent(lines: [.init(through: far)], marks: marks)
        let distance = try Self.translations(quiet).map(\.y)
        #expect(abs(distance[0] - distance[1]) > 900)
        let loud = MapContent(lines: [.init(through: far, color: "F99D1C")], marks: marks)
        let shrunk = try Self.translations(loud).map(\.y)
        #expect(abs(shrunk[0] - shrunk[1]) < 10)
    }

    @Test("marks have their kind, their name as a title, and are links where they have one")
    func marks() throws {
        let content = MapContent(marks: [
            Self.mark(47, 8, name: "<A> & \"B\"", link: "/x?a=1&b=2", kind: "error"),
            Self.mark(47.1, 8, kind: "stop"),
        ])
        let text = try Self.text(content)
        #expect(
            text.contains(
                "<a href=\"/x?a=1&amp;b=2\" aria-label=\"&lt;A&gt; &amp; &quot;B&quot;\">"))
        #expect(text.contains("<title>&lt;A&gt; &amp; &quot;B&quot;</title>"))
        #expect(text.contains("class=\"mark error\"") && text.contains("class=\"mark stop\""))
        #expect(text.contains("role=\"group\""))
        #expect(try Self.text(MapContent(marks: [Self.mark(47, 8)])).contains("role=\"img\""))
        // Errors are drawn last, and so lie above.
        let order = text.components(separatedBy: "class=\"mark ").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
        #expect(order == ["stop", "error"])
    }

    @Test("lines have their color; indistinguishable points are left out")
    func lines() throws {
        let dense = (0...10_000).map { (latitude: 47 + Double($0) / 100_000, longitude: 8.0) }
        let text = try Self.text(
            MapContent(lines: [.init(through: dense, color: "F99D1C", state: .before)]))
        #expect(text.contains("class=\"line before\" stroke=\"#F99D1C\""))
        #expect(text.contains("stroke-dasharray"))
        let points = try #require(text.components(separatedBy: "points=\"").last)
            .prefix { $0 != "\"" }.split(separator: " ")
        #expect(2...700 ~= points.count)
        #expect(
            points.first?.hasSuffix(",976.0") == true && points.last?.hasSuffix(",24.0") == true)
    }

    @Test("the lines of the background are one path of whole steps")
    func network() throws {
        let north = (0..<50).map { (latitude: 47 + Double($0) / 1000, longitude: 8.0) }
        let lines = [MapContent.Line](repeating: .init(through: north), count: 3)
        let text = try Self.text(MapContent(lines: lines))
        #expect(!text.contains("<polyline"))
        let path = try #require(text.components(separatedBy: " d=\"").last).prefix { $0 != "\"" }
        #expect(path.count { $0 == "M" } == 3)
        #expect(!path.contains("."))
    }

    @Test("a mark that links lead to has an id, and its note in its title")
    func notes() throws {
        let mark = MapContent.Mark(
            latitude: 47, longitude: 8, name: "Quay", note: "stop 5", id: "m1", link: "#r1",
            kind: "error")
        let text = try Self.text(MapContent(marks: [mark]))
        #expect(text.contains("<a id=\"m1\" href=\"#r1\" aria-label=\"Quay: stop 5\">"))
        #expect(text.contains("<title>Quay: stop 5</title>"))
    }

    @Test("no drawing without a place")
    func nothing() {
        #expect(MapDrawing(MapContent(), label: "x").svg == nil)
        #expect(FilePage.map(MapContent(), label: "x") == nil)
    }

    @Test("places of a line are the same again, to five decimals, and damage ends it")
    func polylines() {
        let places = [(latitude: 38.5, longitude: -120.2), (latitude: 40.7, longitude: -120.95)]
        let text = MapContent.polyline(places)
        #expect(text == "_p~iF~ps|U_ulLnnqC")
        #expect(MapContent.places(text).map(\.latitude) == [38.5, 40.7])
        #expect(MapContent.places(text).map(\.longitude) == [-120.2, -120.95])
        #expect(MapContent.places("_p~iF~ps|U_ulL").count == 1)
    }

    @Test("content is JSON that cannot end its script")
    func json() {
        let content = MapContent(
            lines: [.init(polyline: "_p~iF", color: "F99D1C")],
            marks: [
                Self.mark(47.5, 8, name: "</script>", kind: "added")
            ])
        #expect(
            HTML.json(content).text
                == #"{"lines":[{"color":"F99D1C","polyline":"_p~iF"}],"marks":[{"kind":"added","#
                + #""latitude":47.5,"longitude":8,"name":"\u003C/script>"}]}"#)
    }

    // MARK: Helpers

    private static func mark(
        _ latitude: Double, _ longitude: Double, name: String = "x", link: String? = nil,
        kind: String = "stop"
    ) -> MapContent.Mark {
        MapContent.Mark(
            latitude: latitude, longitude: longitude, name: name, link: link, kind: kind)
    }

    private static func text(_ content: MapContent) throws -> String {
        try #require(MapDrawing(content, label: "Map").svg).text
    }

    private static func height(_ content: MapContent) throws -> Double {
        let box = try #require(try text(content).components(separatedBy: "viewBox=\"").last)
        return try #require(
            box.prefix { $0 != "\"" }.split(separator: " ").last.flatMap { Double($0) })
    }

    private static func translations(_ content: MapContent) throws -> [(x: Double, y: Double)] {
        try text(content).components(separatedBy: "translate(").dropFirst().compactMap { part in
            let numbers = part.prefix { $0 != ")" }.split(separator: " ").compactMap { Double($0) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
    }
}

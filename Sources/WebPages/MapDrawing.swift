/// A map as a drawing, for browsers without scripts and for paper: lines and marks on a plane,
/// north up.
///
/// The style sheet's rules for the classes `line`, `stops` and `mark` with its kind override the
/// colors here, which suit light and dark paper.
package struct MapDrawing {
    private let content: MapContent
    private let label: String

    private static let leastStep = 1.5

    package init(_ content: MapContent, label: String) {
        self.content = content
        self.label = label
    }

    package var svg: HTML? {
        let lines = content.lines.map { (line: $0, places: MapContent.places($0.polyline)) }
        let stops = content.stops.map(MapContent.places) ?? []
        let frame = MapFrame(
            content.marks.map { ($0.latitude, $0.longitude) }
                + lines.filter { $0.line.color != nil }.flatMap(\.places),
            backdrop: stops + lines.filter { $0.line.color == nil }.flatMap(\.places))
        guard let frame else { return nil }
        // A picture has no links inside.
        let role = content.marks.contains { $0.link != nil } ? "group" : "img"
        // Quiet lines are below those with a color, and errors above all.
        let network = lines.filter { $0.line.color == nil && $0.line.state == nil }
        let others = lines.filter { $0.line.color == nil && $0.line.state != nil }
        let drawn = others + lines.filter { $0.line.color != nil }
        let marks = content.marks.enumerated().sorted {
            (Self.height($0.element), $0.offset) < (Self.height($1.element), $1.offset)
        }
        return """
            <svg viewBox="0 0 \(Int(MapFrame.width)) \(Int(frame.height))" role="\(role)" \
            aria-label="\(label)">
            \(Self.network(network.map { Self.points($0.places, frame) }))\
            \(drawn.map { Self.line($0.line, Self.points($0.places, frame)) })\
            \(Self.stops(stops, frame))\
            \(marks.map { Self.mark($0.element, frame) })</svg>

            """
    }

    // MARK: Lines

    private static func points(
        _ places: [(latitude: Double, longitude: Double)], _ frame: MapFrame
    ) -> [(x: Double, y: Double)] {
        var points: [(x: Double, y: Double)] = []
        for (index, place) in places.enumerated() {
            let point = frame.point(place)
            if let last = points.last, index < places.count - 1, abs(point.x - last.x) < leastStep,
                abs(point.y - last.y) < leastStep
            {
                continue
            }
            points.append(point)
        }
        return points
    }

    private static func line(_ line: MapContent.Line, _ points: [(x: Double, y: Double)]) -> HTML {
        let points = points.map { "\(tenths($0.x)),\(tenths($0.y))" as HTML }
        let look: HTML =
            line.color.map {
                "class=\"line\(state(line.state))\" stroke=\"#\($0)\" stroke-width=\"4\""
            }
            ?? "class=\"line quiet\(state(line.state))\" stroke=\"#8a919b\" stroke-width=\"1.5\""
        let dashes: HTML = line.state == .before ? " stroke-dasharray=\"10 7\"" : ""
        return """
            <polyline \(look) fill="none" stroke-linejoin="round" stroke-linecap="round"\(dashes) \
            points="\(HTML.joined(points, separator: " "))"/>

            """
    }

    /// The lines of the background, thousands of them, in one path: whole steps from point to point.
    private static func network(_ lines: [[(x: Double, y: Double)]]) -> HTML? {
        guard !lines.isEmpty else { return nil }
        var path = HTML()
        for line in lines {
            var last: Cell?
            for point in line {
                let cell = Cell(x: Int(point.x.rounded()), y: Int(point.y.rounded()))
                if let last {
                    if cell != last { path += "l\(cell.x - last.x) \(cell.y - last.y)" }
                } else {
                    path += "M\(cell.x) \(cell.y)"
                }
                last = cell
            }
        }
        return """
            <path class="line quiet" d="\(path)" fill="none" stroke="#8a919b" stroke-width="1.5" \
            stroke-linejoin="round" stroke-linecap="round"/>

            """
    }

    private static func stops(
        _ places: [(latitude: Double, longitude: Double)], _ frame: MapFrame
    ) -> HTML? {
        guard !places.isEmpty else { return nil }
        // A line of no length with round ends is a dot; one path has them all.
        var dots = HTML()
        var drawn: Set<Cell> = []
        for place in places {
            let point = frame.point(place)
            let cell = Cell(x: Int(point.x), y: Int(point.y))
            guard frame.shows(point), drawn.insert(cell).inserted else { continue }
            dots += "M\(cell.x) \(cell.y)h0"
        }
        return """
            <path class="stops" d="\(dots)" fill="none" stroke="#8a919b" stroke-width="3" \
            stroke-linecap="round"/>

            """
    }

    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    // MARK: Marks

    private static func mark(_ mark: MapContent.Mark, _ frame: MapFrame) -> HTML {
        let point = frame.point((mark.latitude, mark.longitude))
        let place: HTML = "translate(\(tenths(point.x)) \(tenths(point.y)))"
        let title: HTML = mark.name.isEmpty ? "" : "<title>\(mark.title)</title>"
        let shape: HTML = """
            <path class="mark \(mark.kind)\(state(mark.state))" d="\(outline(mark.kind))" \
            fill="\(mark.state == .before ? "none" : fill(mark.kind))" stroke="\(edge(mark))" \
            stroke-width="2" transform="\(place)">
            """
        guard let link = mark.link else { return "\(shape)\(title)</path>\n" }
        let id: HTML? = mark.id.map { " id=\"\($0)\"" }
        return "<a\(id) href=\"\(link)\" aria-label=\"\(mark.title)\">\(shape)\(title)</path></a>\n"
    }

    /// Kinds also differ in shape, for those who do not see colors.
    private static func outline(_ kind: String) -> HTML {
        switch kind {
        case "station": "M-7-7H7V7H-7Z"
        case "error": "M0-10L10 8H-10Z"
        case "warning", "changed": "M0-10L10 0L0 10L-10 0Z"
        case "added": "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z"
        case "removed": "M-9-5L-5-9L0-4L5-9L9-5L4 0L9 5L5 9L0 4L-5 9L-9 5L-4 0Z"
        case "here": "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0"
        default: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0"
        }
    }

    private static func fill(_ kind: String) -> HTML {
        switch kind {
        case "error", "removed": "#d0342c"
        case "warning", "changed": "#b26a00"
        case "info", "station": "#2f72c4"
        case "added": "#1f8a3d"
        case "here": "#7a3fb5"
        default: "#4c6a92"
        }
    }

    private static func edge(_ mark: MapContent.Mark) -> HTML {
        mark.state == .before ? fill(mark.kind) : "#ffffff"
    }

    private static func height(_ mark: MapContent.Mark) -> Int {
        switch mark.kind {
        case "here": 4
        case "error", "removed": 3
        case "warning", "changed", "added": 2
        case "info": 1
        default: 0
        }
    }

    private static func state(_ state: MapContent.State?) -> HTML {
        state.map { " \($0.rawValue)" } ?? ""
    }

    private static func tenths(_ number: Double) -> HTML {
        HTML(markup: "\((number * 10).rounded() / 10)")
    }
}

/// Three small plots side by side, each starting at zero: processor time, memory and bytes of a
/// bundle over the stop times of a feed. A dashed line shows growth in proportion to the first
/// point.
struct GrowthPlot {
    private struct Panel {
        let title: String
        let values: [Double]
    }

    private static let panelWidth = 260.0
    private static let panelHeight = 150.0
    private static let gap = 50.0
    private static let top = 40.0
    private static let left = 45.0

    private let stopTimes: [Double]
    private let panels: [Panel]

    init(_ points: [GrowthPoint]) {
        stopTimes = points.map { Double($0.stopTimes) / 1e6 }
        panels = [
            Panel(title: "seconds of processor time", values: points.map(\.cpuSeconds)),
            Panel(title: "MB of memory", values: points.map { Double($0.peakBytes) / 1e6 }),
            Panel(title: "MB of bundle", values: points.map { Double($0.bundleBytes) / 1e6 }),
        ]
    }

    /// The picture. It follows the reader's choice of light or dark.
    var svg: String {
        let count = Double(panels.count)
        let width = Self.left + count * (Self.panelWidth + Self.gap)
        let height = Self.top + Self.panelHeight + 50
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(text(width)) \(text(height))" \
            width="\(text(width))" height="\(text(height))" role="img">
            <title>\(panels.map(\.title).joined(separator: ", ")), over millions of stop times</title>
            <style>
            text { font: 12px system-ui, sans-serif; fill: #333 }
            .axis { stroke: #999; fill: none }
            .value { stroke: #0b62a4; stroke-width: 2; fill: none }
            .mark { fill: #0b62a4 }
            .proportional { stroke: #999; stroke-dasharray: 4 4; fill: none }
            @media (prefers-color-scheme: dark) {
            text { fill: #ddd } .value { stroke: #6db3f2 } .mark { fill: #6db3f2 }
            }
            </style>
            \(panels.indices.map(draw).joined(separator: "\n"))
            </svg>

            """
    }

    private func draw(_ index: Int) -> String {
        let panel = panels[index]
        let left = Self.left + Double(index) * (Self.panelWidth + Self.gap)
        let bottom = Self.top + Self.panelHeight
        let mostX = Self.ceiling(stopTimes.max() ?? 0)
        let mostY = Self.ceiling(panel.values.max() ?? 0)
        func x(_ value: Double) -> String { text(left + value / mostX * Self.panelWidth) }
        func y(_ value: Double) -> String { text(bottom - value / mostY * Self.panelHeight) }
        let places = zip(stopTimes, panel.values).map { (x($0), y($1)) }
        var lines = [
            "<text x=\"\(text(left))\" y=\"\(text(Self.top - 15))\">\(panel.title)</text>",
            "<path class=\"axis\" d=\"M\(x(0)) \(y(mostY))V\(y(0))H\(x(mostX))\"/>",
        ]
        for share in [0, 0.5, 1] {
            lines.append(label(share * mostY, x: left - 6, y: y(share * mostY), "end"))
            lines.append(
                label(share * mostX, at: x(share * mostX), y: text(bottom + 18), "middle"))
        }
        if let first = stopTimes.first, let value = panel.values.first, first > 0, value > 0 {
            // To the edge of the panel in one of its directions.
            let end = min(mostX, first * mostY / value)
            lines.append(
                "<path class=\"proportional\" d=\"M\(x(0)) \(y(0))L\(x(end)) "
                    + "\(y(end / first * value))\"/>")
        }
        let path = places.map { "\($0.0) \($0.1)" }.joined(separator: "L")
        lines.append("<path class=\"value\" d=\"M\(path)\"/>")
        lines += places.map { "<circle class=\"mark\" cx=\"\($0.0)\" cy=\"\($0.1)\" r=\"3\"/>" }
        lines.append(
            "<text x=\"\(text(left))\" y=\"\(text(bottom + 38))\">millions of stop times</text>")
        return lines.joined(separator: "\n")
    }

    private func label(_ value: Double, x: Double, y: String, _ anchor: String) -> String {
        label(value, at: text(x), y: y, anchor)
    }

    private func label(_ value: Double, at x: String, y: String, _ anchor: String) -> String {
        let digits = value == value.rounded() ? 0 : value * 10 == (value * 10).rounded() ? 1 : 2
        return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">"
            + "\(Printing.number(value, digits))</text>"
    }

    private func text(_ value: Double) -> String {
        value == value.rounded() ? Printing.number(value, 0) : Printing.number(value, 1)
    }

    /// A round number that is not smaller: 1, 2, 4, 5 or 10 times a power of ten.
    static func ceiling(_ value: Double) -> Double {
        guard value > 0 else { return 1 }
        var power = 1.0
        while power * 10 < value { power *= 10 }
        while power >= value { power /= 10 }
        return [1, 2, 4, 5, 10].map { $0 * power }.first { $0 >= value } ?? power * 10
    }
}

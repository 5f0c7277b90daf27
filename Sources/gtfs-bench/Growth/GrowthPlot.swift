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
        return SVG.document(
            width: Self.left + count * (Self.panelWidth + Self.gap),
            height: Self.top + Self.panelHeight + 50,
            title: "\(panels.map(\.title).joined(separator: ", ")), over millions of stop times",
            description: description, body: panels.indices.map(draw))
    }

    /// The figures that are drawn, in words.
    private var description: String {
        zip(stopTimes.indices, stopTimes).map { index, count in
            let values = panels.map { "\(Printing.number($0.values[index], 2)) \($0.title)" }
            return "\(Printing.number(count, 2)) million: \(values.joined(separator: ", "))."
        }.joined(separator: " ")
    }

    private func draw(_ index: Int) -> String {
        let panel = panels[index]
        let left = Self.left + Double(index) * (Self.panelWidth + Self.gap)
        let bottom = Self.top + Self.panelHeight
        let mostX = Self.ceiling(stopTimes.max() ?? 0)
        let mostY = Self.ceiling(panel.values.max() ?? 0)
        func x(_ value: Double) -> String { SVG.number(left + value / mostX * Self.panelWidth) }
        func y(_ value: Double) -> String { SVG.number(bottom - value / mostY * Self.panelHeight) }
        let places = zip(stopTimes, panel.values).map { (x($0), y($1)) }
        var lines = [
            SVG.text(panel.title, x: SVG.number(left), y: SVG.number(Self.top - 15)),
            "<path class=\"axis\" d=\"M\(x(0)) \(y(mostY))V\(y(0))H\(x(mostX))\"/>",
        ]
        for share in [0, 0.5, 1] {
            lines.append(label(share * mostY, x: left - 6, y: y(share * mostY), "end"))
            lines.append(
                label(share * mostX, at: x(share * mostX), y: SVG.number(bottom + 18), "middle"))
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
            SVG.text("millions of stop times", x: SVG.number(left), y: SVG.number(bottom + 38)))
        return lines.joined(separator: "\n")
    }

    private func label(_ value: Double, x: Double, y: String, _ anchor: String) -> String {
        label(value, at: SVG.number(x), y: y, anchor)
    }

    private func label(_ value: Double, at x: String, y: String, _ anchor: String) -> String {
        let digits = value == value.rounded() ? 0 : value * 10 == (value * 10).rounded() ? 1 : 2
        return SVG.text(Printing.number(value, digits), x: x, y: y, anchor: anchor)
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

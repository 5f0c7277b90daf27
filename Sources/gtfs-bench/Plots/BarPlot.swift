/// Lying bars, one below the other, each with its name and its value.
struct BarPlot {
    struct Bar {
        let name: String
        let value: Double
    }

    let title: String
    let unit: String
    /// Digits of a value after the point.
    var digits = 0
    let bars: [Bar]

    private static let rowHeight = 24.0
    private static let top = 40.0
    private static let barWidth = 360.0
    /// A usual character of the font, rather too wide than too narrow.
    private static let characterWidth = 7.0

    private var left: Double {
        20 + Double(bars.map(\.name.count).max() ?? 0) * Self.characterWidth
    }

    /// The picture.
    var svg: String {
        let values = bars.map { "\($0.name): \(text($0.value))" }.joined(separator: ", ")
        return SVG.document(
            width: left + Self.barWidth + 120,
            height: Self.top + Double(bars.count) * Self.rowHeight + 10, title: title,
            description: "\(values) \(unit).",
            body: [SVG.text("\(title), \(unit)", x: "10", y: "20")]
                + bars.enumerated().flatMap(draw))
    }

    private func draw(_ index: Int, _ bar: Bar) -> [String] {
        let most = bars.map(\.value).max() ?? 0
        let top = Self.top + Double(index) * Self.rowHeight
        let width = most > 0 ? max(0, bar.value) / most * Self.barWidth : 0
        let baseline = SVG.number(top + 13)
        return [
            SVG.text(bar.name, x: SVG.number(left - 8), y: baseline, anchor: "end"),
            "<rect class=\"mark\" x=\"\(SVG.number(left))\" y=\"\(SVG.number(top))\" "
                + "width=\"\(SVG.number(width))\" height=\"18\"/>",
            SVG.text(text(bar.value), x: SVG.number(left + width + 6), y: baseline),
        ]
    }

    private func text(_ value: Double) -> String { Printing.number(value, digits) }
}

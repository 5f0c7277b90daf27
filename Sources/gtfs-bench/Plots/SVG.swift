/// A drawing that follows the reader's choice of light or dark.
enum SVG {
    /// The whole file.
    ///
    /// - Parameters:
    ///   - title: what is drawn, for those who do not see it.
    ///   - description: what it shows, in words and numbers.
    static func document(
        width: Double, height: Double, title: String, description: String, body: [String]
    ) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
        width="\(number(width))" height="\(number(height))" role="img">
        <title>\(escaped(title))</title>
        <desc>\(escaped(description))</desc>
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
        \(body.joined(separator: "\n"))
        </svg>

        """
    }

    /// A line of text.
    static func text(_ text: String, x: String, y: String, anchor: String? = nil) -> String {
        let anchor = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
        return "<text x=\"\(x)\" y=\"\(y)\"\(anchor)>\(escaped(text))</text>"
    }

    /// A length, to a tenth.
    static func number(_ value: Double) -> String {
        Printing.number(value, value == value.rounded() ? 0 : 1)
    }

    /// Text that is shown as it is; what XML cannot hold becomes a question mark.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n": result += " "
            case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

import FeedReading

/// Text of a feed where it can do no harm.
enum PlainText {
    /// For a terminal: what would move the cursor or turn the direction of other text is spelled.
    static func onOneLine(_ text: String) -> String { TerminalText.line(text) }

    /// For a page.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in onOneLine(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

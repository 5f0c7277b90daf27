package enum TerminalText {
    /// The text with characters spelled out that would move the cursor, color other text or change
    /// its direction: `\\u{1b}`.
    package static func line(_ text: String) -> String {
        spelled(text) { _ in false }
    }

    package static func lines(_ text: String) -> String {
        spelled(text) { $0 == "\n" }
    }

    package static func safe(_ text: String, limit: Int) -> String {
        let scalars = text.unicodeScalars
        let start = line(String(String.UnicodeScalarView(scalars.prefix(limit))))
        return scalars.count > limit ? start + "..." : start
    }

    private static func spelled(
        _ text: String, except isKept: (Unicode.Scalar) -> Bool
    ) -> String {
        // Nearly all text is harmless.
        guard text.unicodeScalars.contains(where: { !isHarmless($0) && !isKept($0) }) else {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            if isHarmless(scalar) || isKept(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x20, scalar.value < 0x7F { return true }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl
        }
    }
}

import Foundation

/// A piece of a page. Interpolated text is escaped, so that a feed's text is shown but never
/// interpreted; only literals and other pieces are inserted unchanged.
///
///     let row: HTML = "<li>\(stop.name) \(badge)</li>"
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    package private(set) var text: String

    package init() {
        text = ""
    }

    package init(stringLiteral value: String) {
        text = value
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    package init(markup: String) {
        text = markup
    }

    package static func += (left: inout HTML, right: HTML) {
        left.text += right.text
    }

    package static func + (left: HTML, right: HTML) -> HTML {
        var sum = left
        sum += right
        return sum
    }

    package var isEmpty: Bool { text.isEmpty }

    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text: String

        package init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        package mutating func appendInterpolation(_ text: String) {
            HTML.escape(text, into: &self.text)
        }

        package mutating func appendInterpolation(_ number: Int) {
            text += String(number)
        }

        package mutating func appendInterpolation(_ piece: HTML) {
            text += piece.text
        }

        package mutating func appendInterpolation(_ piece: HTML?) {
            text += piece?.text ?? ""
        }

        package mutating func appendInterpolation(_ pieces: some Sequence<HTML>) {
            for piece in pieces { text += piece.text }
        }
    }

    /// Appends text so that it remains text, even in double quotes. Control characters, which no
    /// page may contain, and those that change the direction of following text become U+FFFD.
    private static func escape(_ text: String, into result: inout String) {
        if text.utf8.allSatisfy(isOrdinary) {
            result += text
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": result += "\u{FFFD}"
            case _ where scalar.properties.generalCategory == .control: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a byte belongs to a character that needs no escape; false for a few that need none.
    private static func isOrdinary(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), 0..<0x20, 0x7F, 0xC2, 0xE2:
            false
        default: true
        }
    }

    package static func withCode(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        return joined(parts.enumerated().map { $0 % 2 == 1 ? "<code>\($1)</code>" : "\($1)" })
    }

    package static func joined(_ pieces: some Sequence<HTML>, separator: HTML = "") -> HTML {
        var sum = HTML()
        for (index, piece) in pieces.enumerated() {
            if index > 0 { sum += separator }
            sum += piece
        }
        return sum
    }
}

extension HTML {
    /// JSON for a script element: nothing in it can end the element.
    package static func json(_ value: some Encodable) -> HTML {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "", negativeInfinity: "", nan: "")
        do {
            let text = String(decoding: try encoder.encode(value), as: UTF8.self)
            return HTML(markup: text.replacing("<", with: "\\u003C"))
        } catch {
            // A value that cannot be encoded.
            return "null"
        }
    }
}

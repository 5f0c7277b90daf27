import Foundation

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

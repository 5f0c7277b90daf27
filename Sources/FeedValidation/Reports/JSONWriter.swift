/// Members keep the order given: that of the canonical validator's reports, which an encoder that
/// sorts would lose.
struct JSONWriter {
    private(set) var text = ""
    private var depth = 0
    private var isFirst = true
    /// On separate lines, indented by two blanks.
    private let isPretty: Bool

    init(isPretty: Bool = true) {
        self.isPretty = isPretty
    }

    mutating func object(_ body: (inout JSONWriter) -> Void) { nested("{", "}", body: body) }

    /// A member that is an object.
    mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    /// A member that is an array; `write` writes each of its elements.
    mutating func array<Elements: Sequence>(
        _ name: String, of elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        self.name(name)
        array(of: elements, write)
    }

    private mutating func array<Elements: Sequence>(
        of elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        nested("[", "]") { writer in
            for element in elements {
                writer.separate()
                write(&writer, element)
            }
        }
    }

    private mutating func name(_ name: String) {
        separate()
        text += Self.quoted(name) + (isPretty ? ": " : ":")
    }

    private mutating func value(_ value: NoticeValue) {
        switch value {
        case .text(let text): self.text += Self.quoted(text)
        case .integer(let number): text += "\(number)"
        case .number(let number): text += number.isFinite ? "\(number)" : Self.quoted("\(number)")
        case .flag(let flag): text += flag ? "true" : "false"
        case .list(let values): array(of: values) { $0.value($1) }
        }
    }

    mutating func member(_ name: String, _ value: (any NoticeConvertible)?) {
        guard let value = value?.noticeValue else { return }
        self.name(name)
        self.value(value)
    }

    private mutating func nested(
        _ open: String, _ close: String, body: (inout JSONWriter) -> Void
    ) {
        text += open
        depth += 1
        isFirst = true
        body(&self)
        depth -= 1
        if !isFirst { newLine() }
        text += close
        isFirst = false
    }

    private mutating func separate() {
        if !isFirst { text += "," }
        isFirst = false
        newLine()
    }

    private mutating func newLine() {
        guard isPretty else { return }
        text += "\n" + String(repeating: "  ", count: depth)
    }

    static func quoted(_ string: String) -> String {
        if string.utf8.allSatisfy(isOrdinary) { return "\"" + string + "\"" }
        var quoted = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _
            where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
                || 0x2028...0x2029 ~= scalar.value:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// False for a few characters that need no escaping.
    private static func isOrdinary(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F, 0xC2, 0xE2: false
        default: true
        }
    }
}

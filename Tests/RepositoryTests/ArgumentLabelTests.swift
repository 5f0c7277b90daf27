import Foundation
import TestSupport
import Testing

/// A call says what its arguments are, as Swift's API design guidelines ask.
@Suite("Argument labels") struct ArgumentLabelTests {
    /// Functions of values of one kind without roles that a label could name, like `min(x, y, z)`.
    private static let symmetrical: Set<String> = [
        // The bits of the four parts of a block.
        "join(_:_:_:_:)",
        // On which side of the line through two points a third one is.
        "sign(_:_:_:)", "exact(_:_:_:)",
    ]

    private static func functions(below folder: String) throws -> [SourceFunction] {
        try PackageRoot.files(below: folder, suffix: ".swift").flatMap {
            SourceFunction.all(of: try String(contentsOfFile: $0, encoding: .utf8), path: $0)
        }
    }

    @Test("At most two arguments go without a label", arguments: ["Sources", "Tests"])
    func labels(folder: String) throws {
        let functions = try Self.functions(below: folder)
        #expect(functions.count > 1000)
        for one in functions where !Self.symmetrical.contains(one.name) {
            #expect(
                one.labels.count { $0 == "_" } <= 2, "\(one.path):\(one.line): \(one.name)")
        }
    }

    @Test("Every exception is a function of Sources")
    func exceptions() throws {
        let names = Set(try Self.functions(below: "Sources").map(\.name))
        #expect(Self.symmetrical.isSubset(of: names))
    }

    @Test("Functions are found with the labels of all their arguments")
    func found() {
        let source = #"""
            struct Thing<Value: Hashable> {
                init?(_ one: Int, two: (Int, Int) = (1, 2)) {}  // init(_ a: Int)
                private static func act<Result>(
                    _ one: [Int: String], _: Int.Type, at three: Int = 3,
                    _ body: (_ inner: Int, _ outer: Int) -> Result
                ) -> Result {
                    func inside(_ text: String = "func no(_ a: Int)") { self.init(1) }
                }
                static func < (left: Self, right: Self) -> Bool { Thing.init(1) }
                func none() {}
            }
            """#
        let functions = SourceFunction.all(of: source, path: "x.swift")
        #expect(
            functions.map { "\($0.line) \($0.name)" } == [
                "2 init(_:two:)", "3 act(_:_:at:_:)", "7 inside(_:)", "9 <(left:right:)",
                "10 none()",
            ])
    }
}

/// A function or initializer that a source declares, wherever that is.
struct SourceFunction {
    let path: String
    let line: Int
    let base: String
    /// The labels of its arguments; `_` for one without a label.
    let labels: [Substring]

    /// The name with its labels, as in `stops(near:count:)`.
    var name: String { base + "(" + labels.map { $0 + ":" }.joined() + ")" }

    /// All functions of a source, in its order.
    static func all(of text: String, path: String) -> [SourceFunction] {
        let lines = CodeLine.all(of: text)
        return lines.indices.compactMap { index in
            guard let declared = declared(in: lines[index].code) else { return nil }
            // Arguments may go on in the lines below.
            let rest = lines[index...].prefix(20).map(\.code).joined(separator: "\n")
            return SourceFunction(
                path: path, line: lines[index].number, base: String(declared.base),
                labels: labels(in: rest.dropFirst(declared.end)))
        }
    }

    /// The function that a line declares, and how many characters come before its arguments.
    private static func declared(in code: String) -> (base: Substring, end: Int)? {
        if let keyword = code.firstRange(of: "func "),
            code[..<keyword.lowerBound].last ?? " " == " "
        {
            let rest = code[keyword.upperBound...]
            let isOperator = rest.first.map { !$0.isLetter && $0 != "`" } ?? false
            let base = rest.prefix { !(isOperator ? "( " : "(<").contains($0) }
            return (base, code.distance(from: code.startIndex, to: base.endIndex))
        }
        guard let keyword = code.firstRange(of: "init"),
            code[..<keyword.lowerBound].last ?? " " == " ",
            let next = code[keyword.upperBound...].first, "(?!<".contains(next)
        else { return nil }
        return ("init", code.distance(from: code.startIndex, to: keyword.upperBound))
    }

    /// The labels in the first parentheses of a text.
    static func labels(in text: some StringProtocol) -> [Substring] {
        var depth = 0
        var labels: [Substring] = []
        var isAtStart = false
        var rest = Substring(text).drop { $0 != "(" }
        while let first = rest.first {
            if isAtStart, !first.isWhitespace {
                let label = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                if !label.isEmpty { labels.append(label) }
                isAtStart = false
            }
            rest = rest.dropFirst()
            if "([{".contains(first) { depth += 1 }
            if ")]}".contains(first) { depth -= 1 }
            if depth == 0 { break }
            if depth == 1, first == "(" || first == "," { isAtStart = true }
        }
        return labels
    }
}

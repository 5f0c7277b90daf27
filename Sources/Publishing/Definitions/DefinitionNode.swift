public import FeedReading
import Foundation
import SystemLayer
import Yams

struct DefinitionNode {
    let node: Node
    /// The keys that lead to it: `guards.min_days_valid`.
    let name: String
    let file: String

    var line: Int? { node.mark?.line }

    var isMapping: Bool { node.mapping != nil }
    var isList: Bool { node.sequence != nil }

    func fail(_ reason: String, hint: String? = nil) -> DefinitionError {
        DefinitionError(
            file: file, line: line, reason: name.isEmpty ? reason : "\(name): \(reason)",
            hint: hint)
    }

    func text() throws(DefinitionError) -> String {
        guard let text = node.scalar?.string else { throw fail("expected one value, not a list") }
        guard !text.isEmpty, node.null == nil else { throw fail("has no value") }
        return text
    }

    /// The elements of a list; a scalar is a list of one.
    func elements() throws(DefinitionError) -> [DefinitionNode] {
        guard let sequence = node.sequence else {
            guard node.mapping == nil else { throw fail("expected a value or a list of values") }
            return [self]
        }
        return sequence.map { DefinitionNode(node: $0, name: name, file: file) }
    }

    func texts() throws(DefinitionError) -> [String] {
        var texts: [String] = []
        for element in try elements() { texts.append(try element.text()) }
        return texts
    }

    /// - Parameter read: nil for a text that is not what is expected.
    func value<Value>(
        expected: String, _ read: (String) -> Value?
    ) throws(DefinitionError) -> Value {
        guard let value = read(try text()) else { throw fail("expected \(expected)") }
        return value
    }

    func integer(from least: Int, to most: Int = .max) throws(DefinitionError) -> Int {
        let range = most == .max ? "of at least \(least)" : "from \(least) to \(most)"
        return try value(expected: "a whole number \(range)") { text in
            Int(text).flatMap { least...most ~= $0 ? $0 : nil }
        }
    }

    func percent() throws(DefinitionError) -> Double {
        try value(expected: "a number from 0 to 100") { text in
            Double(text).flatMap { 0...100 ~= $0 ? $0 : nil }
        }
    }

    func flag() throws(DefinitionError) -> Bool {
        let words = [
            "true": true, "yes": true, "on": true, "false": false, "no": false, "off": false,
        ]
        return try value(expected: "true or false") { words[$0.lowercased()] }
    }

    func size() throws(DefinitionError) -> Int {
        try value(expected: "a size such as 40MB") { ByteSize(text: $0)?.bytes }
    }

    /// A time: a number of seconds, or one with a unit.
    func duration() throws(DefinitionError) -> Duration {
        let units = ["": 1.0, "ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]
        return try value(expected: "a time such as 60, 90s, 5m or 1h") { text in
            let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
            guard let factor = units[unit], let number = Double(digits), number * factor < 1e9
            else { return nil }
            return .seconds(number * factor)
        }
    }

    func template() throws(DefinitionError) -> Template { try template(text()) }

    /// A template of a text that was made of the value.
    func template(_ text: String) throws(DefinitionError) -> Template {
        do throws(UnusableValue) {
            return try Template(text, file: file, line: line)
        } catch {
            throw fail(error.description)
        }
    }

    /// Relative paths are relative to the file.
    func path() throws(DefinitionError) -> String {
        let text = try text()
        guard !text.contains("${") else { throw fail("variables are not allowed here") }
        return Self.absolute(text, beside: file)
    }

    static func absolute(_ path: String, beside file: String) -> String {
        path.hasPrefix("/") ? path : AbsolutePath.make(Self.path(path, beside: file))
    }

    static func path(_ path: String, beside file: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        return folder + path
    }
}

package enum AbsolutePath {
    /// Of a path in the working folder, or of an absolute one, without `.` and `..`.
    package static func make(_ path: String) -> String {
        let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        var parts: [Substring] = []
        for part in (start + path).split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }
}

/// The reason why a definition cannot be used.
public struct DefinitionError: DiagnosedError, Equatable {
    /// The path of the definition.
    public let file: String
    /// The line of the fault; nil when it is of the file as a whole.
    public let line: Int?
    /// The fault, in words.
    public let reason: String
    var hint: String?
    /// 64 for faults in the file, 66 for a missing file.
    package var exitCode: Int32 = 64

    public var description: String {
        let place = file + (line.map { ":\($0)" } ?? "")
        return TerminalText.safe("\(place): \(reason)", limit: 600)
    }

    package var details: [String] { hint.map { [TerminalText.safe($0, limit: 300)] } ?? [] }
}

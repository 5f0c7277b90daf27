import Foundation
import TestSupport

/// The public members of the types in some files, as pages spell them: `name: Type`,
/// `name(labels:) -> Type`; a property whose type its value gives is `name`.
struct PublicMembers {
    /// By type, such as `Timetable.Row`. `id` and the texts of errors are left out.
    private(set) var ofTypes: [String: Set<String>] = [:]
    /// Such as `Route(rid:routeID:)`, by type.
    private(set) var initializers: [String: Set<String>] = [:]

    private static let usual: Set<String> = [
        "id", "description", "debugDescription", "errorDescription", "encode", "hash",
        "userMessage",
    ]

    /// - Parameter folders: below `Sources`.
    init(_ folders: [String]) throws {
        for folder in folders {
            for file in PackageRoot.files(below: "Sources/" + folder, suffix: ".swift") {
                try read(String(contentsOfFile: file, encoding: .utf8))
            }
        }
    }

    private mutating func read(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var outer = ""
        var inner: Substring?
        for (index, line) in lines.enumerated() {
            if let type = line.firstMatch(
                of: #/^[\w ]*?(?:struct|enum|class|protocol|extension) ([\w.]+)/#)?.1
            {
                outer = line.hasPrefix(" ") ? outer : String(type)
                inner = line.hasPrefix(" ") ? type : nil
            } else if line == "    }" {
                inner = nil
            }
            let type = inner.map { "\(outer).\($0)" } ?? outer
            let depth = inner == nil ? 4 : 8
            guard line.prefix(while: { $0 == " " }).count == depth else { continue }
            let code = line.drop { $0 == " " }
            guard code.hasPrefix("public ") else { continue }
            let call = Self.call(lines[index...])
            if let call, call.hasPrefix("init(") {
                initializers[type, default: []].insert(type + call.dropFirst(4))
            } else if let member = Self.property(code) ?? call {
                ofTypes[type, default: []].insert(member)
            }
        }
    }

    private static func property(_ code: Substring) -> String? {
        guard
            let match = code.firstMatch(
                of: #/^public (?:private\(set\) )?(?:var|let) (\w+)(?:: ([^={]+?))?(?: [={].*)?$/#),
            !usual.contains(String(match.1))
        else { return nil }
        return match.2.map { "\(match.1): \($0)" } ?? String(match.1)
    }

    /// A function or initializer, from its first line on.
    private static func call(_ lines: ArraySlice<Substring>) -> String? {
        let end = lines.firstIndex { $0.hasSuffix("{") || $0.hasSuffix("}") } ?? lines.startIndex
        let code = lines[lines.startIndex...end].map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: " ").replacing("( ", with: "(")
        guard
            let match = code.firstMatch(
                of:
                    #/
                ^public\ (?:override\ |convenience\ )?(?:func\ )?(\w+)
                \((.*?)\s?\)(?:\ async)?(?:\ throws)?(?:\ ->\ ([^{]+?))?\ {
                /#),
            !usual.contains(String(match.1))
        else { return nil }
        let labels = match.2.matches(of: #/(?:^|, )(\w+)(?: \w+)?: /#).map { "\($0.1):" }
        return "\(match.1)(\(labels.joined()))" + (match.3.map { " -> \($0)" } ?? "")
    }
}

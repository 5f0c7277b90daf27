import Foundation

/// Something that a source declares for users of the package, and whether its meaning is said.
struct PublicDeclaration {
    let file: String
    let line: Int
    /// `func`, `var`, `case`, ...
    let keyword: String
    /// With the labels of arguments, as in `stops(near:count:)`.
    let name: String
    /// The type that it is a member of; empty at the top.
    let owner: String
    let isRequirement: Bool
    /// Whether a `///` stands above it.
    let isDocumented: Bool
}

/// The public declarations of some sources, and the protocols that their types conform to.
struct PublicDeclarations {
    private(set) var all: [PublicDeclaration] = []
    /// By type and by protocol: what it says to conform to, the names behind its colon.
    private var conformances: [String: Set<String>] = [:]

    init(inFilesAt paths: [String]) throws {
        for path in paths {
            add(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
        }
    }

    init(path: String, text: String) {
        add(path: path, text: text)
    }

    private mutating func add(path: String, text: String) {
        var reader = DeclarationReader(path: path, text: text)
        reader.read()
        all += reader.found
        conformances.merge(reader.conformances) { $0.union($1) }
    }

    /// Whether a documented requirement of a protocol says what a member of a type means.
    func fulfilsDocumentedRequirement(_ member: PublicDeclaration) -> Bool {
        let protocols = conformances(of: member.owner)
        return all.contains {
            $0.isRequirement && $0.isDocumented && $0.name == member.name
                && protocols.contains($0.owner)
        }
    }

    /// All protocols of a type, those of its protocols among them, and itself.
    private func conformances(of type: String) -> Set<String> {
        var known: Set<String> = []
        var next = [type]
        while let one = next.popLast() {
            if known.insert(one).inserted { next += conformances[one] ?? [] }
        }
        return known
    }
}

/// Reads a source line by line. It knows as much Swift as our formatter leaves: a declaration begins
/// a line, and attributes have lines of their own or stand before it.
struct DeclarationReader {
    /// The code that braces enclose.
    private struct Scope {
        /// `struct`, `extension`, ...; nil for the body of a function or value.
        var type: String?
        var name = ""
        /// Whether what stands in it without an access level is public.
        var sharesPublic = false
    }

    /// A declaration, as far as its own line says.
    private struct Head {
        let keyword: String
        let modifiers: [Substring]
        let rest: Substring
    }

    private static let types: Set<Substring> = [
        "struct", "class", "enum", "protocol", "actor", "extension",
    ]
    private static let keywords = types.union([
        "func", "var", "let", "init", "subscript", "case", "typealias", "associatedtype",
    ])
    private static let modifiers: Set<Substring> = [
        "public", "package", "private", "fileprivate", "internal", "open", "static", "class",
        "final", "mutating", "nonmutating", "override", "convenience", "required", "indirect",
        "nonisolated", "lazy", "weak", "isolated", "consuming", "borrowing",
    ]

    private let path: String
    private let lines: [Substring]
    /// The lines without comments and texts.
    private let codes: [String]
    private(set) var found: [PublicDeclaration] = []
    private(set) var conformances: [String: Set<String>] = [:]
    private var scopes: [Scope] = []
    private var pending: Scope?

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        codes = CodeLine.all(of: text).map(\.code)
    }

    mutating func read() {
        for index in lines.indices {
            let code = codes[index].drop { $0 == " " }
            guard !code.isEmpty else { continue }
            if scopes.allSatisfy({ $0.type != nil }), let head = Self.head(of: code) {
                if isPublic(head), head.keyword != "extension" {
                    found.append(declaration(head, at: index))
                }
                let scope = scope(of: head)
                pending = scope
                if scope.type != nil {
                    conformances[scope.name, default: []].formUnion(Self.protocols(of: head))
                }
            }
            follow(code)
        }
    }

    private static func protocols(of head: Head) -> [String] {
        head.rest.drop { $0 != ":" }.prefix { $0 != "{" }.split { ":,& ".contains($0) }
            .map { String($0.prefix { $0 != "<" }) }
    }

    private static func head(of code: Substring) -> Head? {
        var rest = code
        while rest.first == "@" {
            let name = rest.prefix { $0 != " " && $0 != "(" }
            rest = rest.dropFirst(name.count)
            if rest.first == "(" {
                rest = rest.drop { $0 != ")" }.dropFirst()
            }
            rest = rest.drop { $0 == " " }
        }
        var modifiers: [Substring] = []
        while true {
            let word = rest.prefix { $0.isLetter }
            let isAlso = rest.dropFirst(word.count)
            // `class` is a modifier where a keyword follows, and so is `private(set)`.
            if Self.modifiers.contains(word), isAlso.first == " " || isAlso.first == "(" {
                if word == "class",
                    !Self.keywords.contains(isAlso.dropFirst().prefix(while: \.isLetter))
                {
                    return Head(keyword: "class", modifiers: modifiers, rest: isAlso.dropFirst())
                }
                modifiers.append(
                    isAlso.first == "(" ? rest.prefix { $0 != " " } : word)
                rest = rest.drop { $0 != " " }.drop { $0 == " " }
                continue
            }
            guard keywords.contains(word) else { return nil }
            return Head(
                keyword: String(word), modifiers: modifiers, rest: isAlso.drop { $0 == " " })
        }
    }

    private func isPublic(_ head: Head) -> Bool {
        let levels: Set<Substring> = ["package", "private", "fileprivate", "internal"]
        if head.modifiers.contains("public") || head.modifiers.contains("open") { return true }
        guard let scope = scopes.last, head.modifiers.allSatisfy({ !levels.contains($0) }) else {
            return false
        }
        return scope.sharesPublic
            && (scope.type != "enum" || head.keyword == "case")
    }

    private func scope(of head: Head) -> Scope {
        guard Self.types.contains(Substring(head.keyword)) else { return Scope() }
        return Scope(
            type: head.keyword,
            name: String(head.rest.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }),
            sharesPublic: ["enum", "protocol", "extension"].contains(head.keyword)
                && isPublic(head))
    }

    private func declaration(_ head: Head, at index: Int) -> PublicDeclaration {
        var above = index - 1
        while above >= 0, let first = lines[above].first(where: { $0 != " " }),
            first == "@" || first == "#"
        {
            above -= 1
        }
        return PublicDeclaration(
            file: path, line: index + 1, keyword: head.keyword, name: name(head, at: index),
            owner: scopes.last?.name ?? "", isRequirement: scopes.last?.type == "protocol",
            isDocumented: above >= 0 && lines[above].drop { $0 == " " }.hasPrefix("///"))
    }

    private func name(_ head: Head, at index: Int) -> String {
        let isFunction = ["func", "init", "subscript"].contains(head.keyword)
        guard isFunction else { return String(head.rest.prefix { !" :({=,<".contains($0) }) }
        // The name of an operator may have what else ends a name.
        let isOperator = head.rest.first.map { !$0.isLetter } ?? false
        let base =
            head.keyword == "func"
            ? String(head.rest.prefix { !(isOperator ? "( " : "(<").contains($0) })
            : head.keyword
        // Arguments may go on in the lines below.
        let text = ([head.rest] + lines[(index + 1)...].prefix(12)).joined(separator: "\n")
        let labels = Self.labels(in: text)
        return base + "(" + labels.map { $0 + ":" }.joined() + ")"
    }

    private static func labels(in text: String) -> [Substring] {
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

    /// Enters and leaves what a line opens and closes.
    private mutating func follow(_ code: Substring) {
        for character in code {
            if character == "{" {
                scopes.append(pending ?? Scope())
                pending = nil
            } else if character == "}" {
                _ = scopes.popLast()
            }
        }
    }
}

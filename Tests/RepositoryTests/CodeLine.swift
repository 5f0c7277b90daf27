struct CodeLine {
    let number: Int
    let code: String
    /// The `#if`s around it, outermost first.
    let conditions: [Condition]
    /// The systems that `@available` and `#available` around it ask for, or the declared ones.
    let systems: AppleSystems

    var words: [String] { Self.words(of: code) }

    static func words(of text: String) -> [String] {
        text.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                false
            default: true
            }
        }.map { String(Substring($0)) }
    }

    /// The branch of an `#if` that a line is in.
    struct Condition {
        /// The earlier conditions, which do not hold.
        var refused: [String] = []
        /// The condition that holds; nil behind `#else`.
        var current: String?

        func isOnly(where condition: String) -> Bool {
            current?.contains(condition) == true && current?.contains("!" + condition) == false
        }

        var isForLinux: Bool {
            let linux = ["os(Linux)", "canImport(Glibc)", "canImport(Musl)"]
            if linux.contains(where: isOnly) { return true }
            let apple = ["canImport(Darwin)", "!os(Linux)"]
            return current == nil && refused.contains { refused in apple.contains(refused) }
        }

        /// Whether the branch is compiled where there is Darwin.
        var isForApple: Bool {
            if ["canImport(Darwin)", "os(macOS)", "!os(Linux)"].contains(where: { current == $0 }) {
                return true
            }
            return current == nil
                && refused.contains { $0 == "os(Linux)" || $0.hasPrefix("canImport(Glibc)") }
        }
    }

    static func all(of text: String) -> [CodeLine] {
        var stripper = Stripper()
        var conditions: [Condition] = []
        var availability = Availability()
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            index, line in
            let code = stripper.code(of: line)
            let words = code.drop { $0 == " " }
            if words.hasPrefix("#if ") {
                conditions.append(Condition(current: String(words.dropFirst(4))))
            } else if words.hasPrefix("#else"), var last = conditions.popLast() {
                last.current.map { last.refused.append($0) }
                let rest = words.dropFirst("#elseif ".count)
                last.current = words.hasPrefix("#elseif") ? String(rest) : nil
                conditions.append(last)
            } else if words.hasPrefix("#endif") {
                conditions.removeLast(conditions.isEmpty ? 0 : 1)
            }
            return CodeLine(
                number: index + 1, code: code, conditions: conditions,
                systems: availability.systems(of: code))
        }
    }

    private struct Stripper {
        private var commentDepth = 0
        private var isInLongText = false

        mutating func code(of line: Substring) -> String {
            let quoteOrSlash = [UInt8(ascii: "\""), UInt8(ascii: "/")]
            if commentDepth == 0, !isInLongText, !line.utf8.contains(where: quoteOrSlash.contains) {
                return String(line)
            }
            var code = ""
            var rest = line
            while let first = rest.first {
                if commentDepth > 0 {
                    if rest.hasPrefix("*/") { commentDepth -= 1 }
                    rest = rest.dropFirst(rest.hasPrefix("*/") ? 2 : 1)
                } else if isInLongText {
                    isInLongText = !rest.hasPrefix("\"\"\"")
                    rest = rest.dropFirst(isInLongText ? 1 : 3)
                } else if rest.hasPrefix("//") {
                    break
                } else if rest.hasPrefix("/*") {
                    commentDepth += 1
                    rest = rest.dropFirst(2)
                } else if rest.hasPrefix("\"\"\"") {
                    isInLongText = true
                    rest = rest.dropFirst(3)
                } else if first == "\"" {
                    code += "\"\""
                    rest = Self.behindText(rest.dropFirst(), isRaw: code.hasSuffix("#\"\""))
                } else {
                    code.append(first)
                    rest = rest.dropFirst()
                }
            }
            return code
        }

        /// The rest after the quote that ends a text.
        private static func behindText(_ text: Substring, isRaw: Bool) -> Substring {
            if isRaw {
                let end = text.indices.first { text[$0...].hasPrefix("\"#") }
                return end.map { text[$0...].dropFirst() } ?? ""
            }
            var rest = text
            while let character = rest.first, character != "\"" {
                rest = rest.dropFirst(character == "\\" ? 2 : 1)
            }
            return rest.dropFirst()
        }
    }

    /// Which systems lines are for that are given one after the other.
    private struct Availability {
        private var depth = 0
        private var parentheses = 0
        /// For what is declared next.
        private var pending: AppleSystems?
        /// Blocks, by the number of braces around them.
        private var blocks: [(depth: Int, systems: AppleSystems)] = []

        mutating func systems(of code: String) -> AppleSystems {
            if let asked = Self.asked(in: code) {
                pending = (pending ?? .declared).raised(to: asked)
            }
            var systems = (blocks.last?.systems ?? .declared).raised(to: pending ?? .declared)
            for character in code.utf8 {
                switch character {
                case UInt8(ascii: "{"):
                    if let opened = pending, parentheses == 0 {
                        systems = systems.raised(to: opened)
                        blocks.append((depth, systems))
                        pending = nil
                    }
                    depth += 1
                case UInt8(ascii: "}"):
                    depth -= 1
                    if blocks.last?.depth == depth { blocks.removeLast() }
                case UInt8(ascii: "("): parentheses += 1
                case UInt8(ascii: ")"): parentheses -= 1
                default: break
                }
            }
            let declaration = Self.withoutAttributes(code)
            // A declaration without a block ends with its line, unless the line goes on.
            if !declaration.isEmpty, parentheses == 0, ![",", "="].contains(declaration.last) {
                pending = nil
            }
            return systems
        }

        private static func withoutAttributes(_ code: String) -> Substring {
            var rest = code.drop { $0 == " " }
            while rest.first == "@" {
                rest = rest.dropFirst().drop { $0.isLetter }
                if rest.first == "(" { rest = rest.drop { $0 != ")" }.dropFirst() }
                rest = rest.drop { $0 == " " }
            }
            return rest
        }

        /// The systems in `@available(iOS 17, macOS 14, *)` or `#available(...)`.
        private static func asked(in code: String) -> AppleSystems? {
            guard let start = code.firstRange(of: "available(") else { return nil }
            var asked = AppleSystems.declared
            for part in code[start.upperBound...].prefix(while: { $0 != ")" }).split(separator: ",")
            {
                let words = part.split(separator: " ")
                guard words.count == 2, let version = Double(words[1]) else { continue }
                if words[0] == "macOS" { asked.macOS = max(asked.macOS, version) }
                if words[0] == "iOS" { asked.iOS = max(asked.iOS, version) }
            }
            return asked
        }
    }
}

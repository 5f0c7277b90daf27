import Foundation
import TransitAPI

/// The texts of the pages in a language; `texts.json` has those of all languages.
@available(iOS 17, macOS 14, *)
struct ExplorerTexts: Sendable {
    /// The tag of the language.
    let language: String
    /// All texts by their keys.
    let all: [String: String]

    /// The tags of all available languages.
    static let languages = every.keys.sorted()

    /// The texts in the language that fits a header `Accept-Language` best, or else in English.
    init(for header: String?) {
        let wish = Preferences.language(header, among: Self.languages, own: nil)
        language = wish?.tag ?? Self.own
        all = Self.every[language] ?? [:]
    }

    /// The text of a key, with `{name}` replaced. A text that the language lacks is English.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        var text = all[key] ?? Self.every[Self.own]?[key] ?? key
        for (name, value) in values {
            text = text.replacingOccurrences(of: "{\(name)}", with: value)
        }
        return text
    }

    /// The text for a number of things: `key.one` for one, `key.other` for all other numbers, where
    /// `{n}` is the number.
    func callAsFunction(_ key: String, count: Int) -> String {
        self(key + (count == 1 ? ".one" : ".other"), ["n": "\(count)"])
    }

    /// The texts for scripts: those whose keys begin with `script.`, without that prefix.
    var ofScripts: [String: String] {
        let keys = (Self.every[Self.own] ?? [:]).keys.filter { $0.hasPrefix("script.") }
        return Dictionary(uniqueKeysWithValues: keys.map { (String($0.dropFirst(7)), self($0)) })
    }

    private static let own = "en"
    private static let every: [String: [String: String]] = {
        do {
            return try JSONDecoder().decode(
                [String: [String: String]].self, from: Data(PackageResources.texts_json))
        } catch {
            // The file is part of the program; a test reads it.
            return [:]
        }
    }()
}

import Foundation
import GTFSSchedule

/// What languages are called.
enum LanguageName {
    /// In English, by Unicode's CLDR, which Java reads too; the code itself where that has no name.
    static func english(_ tag: LanguageTag) -> String {
        let code = tag.text.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return Locale(identifier: "en").localizedString(forLanguageCode: code) ?? code
    }
}

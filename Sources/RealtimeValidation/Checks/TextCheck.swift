import FeedReading
import Foundation
import GTFSRealtime
import TransitRealtime

struct TextCheck {
    let log: CheckLog
    let part: MessagePart

    func check(_ alert: Alert) {
        let texts = [
            ("url", alert.url), ("header_text", alert.headerText),
            ("description_text", alert.descriptionText), ("tts_header_text", alert.ttsHeaderText),
            ("tts_description_text", alert.ttsDescriptionText),
            ("image_alternative_text", alert.imageAlternativeText),
            ("cause_detail", alert.causeDetail), ("effect_detail", alert.effectDetail),
        ]
        for (field, text) in texts { if let text { check(text, field) } }
        if let image = alert.image { check(image) }
    }

    private func check(_ text: TranslatedString, _ field: String) {
        let translations = Array(text.translations)
        for translation in translations where translation.text == nil {
            log.note(.missingField, in: part, ["field": "\(field).text"])
        }
        if translations.isEmpty { log.note(.noTranslation, in: part, ["field": field]) }
        if translations.count(where: { UsableValues.id($0.language) == nil }) > 1 {
            log.note(.textLanguages, in: part, ["field": field])
        }
    }

    private func check(_ image: TranslatedImage) {
        let images = Array(image.localizedImages)
        for localized in images {
            for (value, field) in [(localized.url, "url"), (localized.mediaType, "media_type")]
            where value == nil {
                log.note(.missingField, in: part, ["field": "image.\(field)"])
            }
            if let type = localized.mediaType, !type.lowercased().hasPrefix("image/") {
                log.note(.mediaType, in: part, ["mediaType": type])
            }
            if let url = localized.url, !Self.isWhole(url) {
                log.note(.imageURL, in: part, ["url": url])
            }
        }
        if images.isEmpty { log.note(.noImage, in: part) }
        if images.count(where: { UsableValues.id($0.language) == nil }) > 1 {
            log.note(.imageLanguages, in: part)
        }
    }

    /// Whether an address is of http or https with a host, and has only characters of addresses.
    private static func isWhole(_ url: String) -> Bool {
        let allowed = url.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
        }
        guard allowed, let parts = URLComponents(string: url),
            ["http", "https"].contains(parts.scheme?.lowercased())
        else { return false }
        return parts.host?.isEmpty == false
    }

    func areSame(_ text: TranslatedString, _ other: TranslatedString) -> Bool {
        let texts = Array(text.translations)
        return !texts.isEmpty && texts == Array(other.translations)
    }
}

package import Foundation

extension JSONEncoder {
    /// An encoder that writes the same bytes for the same value each time.
    package static func stable(
        _ formatting: OutputFormatting = [], keys: KeyEncodingStrategy = .useDefaultKeys
    ) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.keyEncodingStrategy = keys
        return encoder
    }
}

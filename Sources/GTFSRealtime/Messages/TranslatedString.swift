/// A text in one or more languages.
public struct TranslatedString: Sendable {
    private let slice: MessageSlice

    /// The text in each language.
    public var translations: RepeatedField<Translation> {
        RepeatedField(slice, Key.translations)
    }

    /// A text in a language.
    public struct Translation: Hashable, Sendable {
        /// The text.
        public internal(set) var text: String?
        /// The tag of the language (BCP 47), such as `en-AU`; nil if it is not known.
        public internal(set) var language: String?
    }
}

/// A picture in one or more languages.
public struct TranslatedImage: Sendable {
    private let slice: MessageSlice

    /// The picture in each language.
    public var localizedImages: RepeatedField<LocalizedImage> {
        RepeatedField(slice, Key.localizedImages)
    }

    /// A picture in a language.
    public struct LocalizedImage: Hashable, Sendable {
        /// Where it is.
        public internal(set) var url: String?
        /// Its format, such as `image/png`.
        public internal(set) var mediaType: String?
        /// The tag of the language (BCP 47); nil if it is not known.
        public internal(set) var language: String?
    }
}

extension TranslatedString: ReadMessage {
    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    mutating func read(_ field: WireField, as key: Key) {}
}

extension TranslatedString.Translation: WholeMessage {
    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .text: field.read(&text)
        case .language: field.read(&language)
        }
    }
}

extension TranslatedImage: ReadMessage {
    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    mutating func read(_ field: WireField, as key: Key) {}
}

extension TranslatedImage.LocalizedImage: WholeMessage {
    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .url: field.read(&url)
        case .mediaType: field.read(&mediaType)
        case .language: field.read(&language)
        }
    }
}

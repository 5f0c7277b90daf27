/// A text in one or more languages.
public struct TranslatedString: Sendable {
    /// The text in each language.
    public private(set) var translations = RepeatedField<Translation>()

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
    /// The picture in each language.
    public private(set) var localizedImages = RepeatedField<LocalizedImage>()

    /// A picture in a language.
    public struct LocalizedImage: Hashable, Sendable {
        /// The URL of the image.
        public internal(set) var url: String?
        /// Its format, such as `image/png`.
        public internal(set) var mediaType: String?
        /// The tag of the language (BCP 47); nil if it is not known.
        public internal(set) var language: String?
    }
}

extension TranslatedString: ReadMessage, SlicedMessage {
    typealias Message = Self

    static let fields = Fields<Self>(
        "TranslatedString", .list(1, "translation", \.translations))
}

extension TranslatedString.Translation: WholeMessage {
    static let fields = Fields<Self>(
        "Translation",
        .value(1, "text", \.text),
        .value(2, "language", \.language))
}

extension TranslatedImage: ReadMessage, SlicedMessage {
    typealias Message = Self

    static let fields = Fields<Self>(
        "TranslatedImage", .list(1, "localized_image", \.localizedImages))
}

extension TranslatedImage.LocalizedImage: WholeMessage {
    static let fields = Fields<Self>(
        "LocalizedImage",
        .value(1, "url", \.url),
        .value(2, "media_type", \.mediaType),
        .value(3, "language", \.language))
}

/// A text in one or more languages.
public struct TranslatedString: Sendable {
    private let slice: MessageSlice

    /// The text in each language.
    public var translations: RepeatedField<Translation> {
        RepeatedField(slice, Self.translationsField)
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
        RepeatedField(slice, Self.localizedImagesField)
    }

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

    private static let translationsField = ListField<Translation>(1, "translation")

    static let fields = Fields<Self>(
        "TranslatedString", .list(translationsField))

    init(_ slice: MessageSlice) {
        self.slice = slice
    }
}

extension TranslatedString.Translation: WholeMessage {
    static let fields = Fields<Self>(
        "Translation",
        .value(1, "text", \.text),
        .value(2, "language", \.language))
}

extension TranslatedImage: ReadMessage, SlicedMessage {
    typealias Message = Self

    private static let localizedImagesField = ListField<LocalizedImage>(1, "localized_image")

    static let fields = Fields<Self>(
        "TranslatedImage", .list(localizedImagesField))

    init(_ slice: MessageSlice) {
        self.slice = slice
    }
}

extension TranslatedImage.LocalizedImage: WholeMessage {
    static let fields = Fields<Self>(
        "LocalizedImage",
        .value(1, "url", \.url),
        .value(2, "media_type", \.mediaType),
        .value(3, "language", \.language))
}

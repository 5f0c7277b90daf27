import FeedReading

enum TextNotices {
    static let noTranslation = NoticeDefinition.realtime(
        "rt_no_translation", .error, in: "TranslatedString", also: ["S031"],
        summary: "A text has no translation.",
        why: "Riders see nothing.",
        fix: "Add the text, or leave the field out.")
    static let languages = NoticeDefinition.realtime(
        "rt_translations_without_language", .error, in: "TranslatedString", also: ["S032"],
        summary: "Several translations of a text have no `language`.",
        why: "Apps cannot choose among them.",
        fix: "Name the language of each.")
    static let noImage = NoticeDefinition.realtime(
        "rt_no_image", .error, in: "TranslatedImage", also: ["S033"],
        summary: "An image has no `localized_image`.",
        why: "Riders see nothing.",
        fix: "Add the image, or leave the field out.")
    static let imageLanguages = NoticeDefinition.realtime(
        "rt_images_without_language", .error, in: "TranslatedImage", also: ["S034"],
        summary: "Several images have no `language`.",
        why: "Apps cannot choose among them.",
        fix: "Name the language of each.")
    static let mediaType = NoticeDefinition.realtime(
        "rt_image_media_type", .error, in: "LocalizedImage", also: ["S035"],
        summary: "`media_type` of an image does not begin with `image/`.",
        why: "Apps do not show it.",
        fix: "Write a media type such as `image/png`.")
    static let imageURL = NoticeDefinition.realtime(
        "rt_image_url", .warning, in: "LocalizedImage", also: ["S036"],
        summary: "The address of an image is not a whole http or https URL, or not escaped.",
        why: "Apps cannot load it.",
        fix: "Write the whole address, with special characters escaped.")

    static let all = [
        noTranslation, languages, noImage, imageLanguages, mediaType, imageURL,
    ]
}

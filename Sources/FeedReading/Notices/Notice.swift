/// Something found in a feed's data, with the place where it was found.
package struct Notice: Sendable, Hashable {
    package let code: NoticeCode
    /// The file's name in the feed.
    package let file: String
    /// The row as the field counts it, the header being row 1; nil for the file as a whole.
    package let row: Int?
    package let field: String?
    package let value: String?

    package init(
        _ code: NoticeCode, file: String, row: Int? = nil, field: String? = nil,
        value: String? = nil
    ) {
        self.code = code
        self.file = file
        self.row = row
        self.field = field
        self.value = value
    }
}

/// How much a notice matters.
package enum Severity: String, Sendable, CaseIterable {
    case error = "ERROR"
    case warning = "WARNING"
    case info = "INFO"
}

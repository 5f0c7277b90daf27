import FeedReading

extension NoticeFields {
    /// The values of a notice about a field of a row.
    static func field(
        _ name: String, of file: String, row: Int, value: String? = nil
    ) -> NoticeFields {
        ["filename": file, "csvRowNumber": row, "fieldName": name, "fieldValue": value]
    }

    func with(_ others: NoticeFields) -> NoticeFields {
        var fields = self
        fields.append(others)
        return fields
    }

    func with(_ name: String, _ value: (any NoticeConvertible)?) -> NoticeFields {
        var fields = self
        fields.append(name, value)
        return fields
    }
}

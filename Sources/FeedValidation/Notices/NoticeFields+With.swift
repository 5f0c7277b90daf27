import FeedReading

extension NoticeFields {
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

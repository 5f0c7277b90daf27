public import GTFSSchedule

/// A value in a notice, as JSON has it.
public enum NoticeValue: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([NoticeValue])
}

/// What can stand in a notice.
public protocol NoticeConvertible {
    /// Nil when there is no value: the field is then left out.
    var noticeValue: NoticeValue? { get }
}

extension String: NoticeConvertible {
    public var noticeValue: NoticeValue? { .text(self) }
}

extension Int: NoticeConvertible {
    public var noticeValue: NoticeValue? { .integer(self) }
}

extension Double: NoticeConvertible {
    public var noticeValue: NoticeValue? { .number(self) }
}

extension Bool: NoticeConvertible {
    public var noticeValue: NoticeValue? { .flag(self) }
}

extension NoticeValue: NoticeConvertible {
    public var noticeValue: NoticeValue? { self }
}

extension Optional: NoticeConvertible where Wrapped: NoticeConvertible {
    public var noticeValue: NoticeValue? { flatMap(\.noticeValue) }
}

extension Array: NoticeConvertible where Element: NoticeConvertible {
    public var noticeValue: NoticeValue? { .list(compactMap(\.noticeValue)) }
}

extension Identifier: NoticeConvertible {
    public var noticeValue: NoticeValue? { .text(text) }
}

extension ServiceDate: NoticeConvertible {
    public var noticeValue: NoticeValue? { .text(description) }
}

extension ServiceTime: NoticeConvertible {
    public var noticeValue: NoticeValue? { .text(description) }
}

/// Something of the feed that is not in the bundle as the feed has it, and why.
package struct Rejection: Sendable, Hashable {
    package let file: String
    package let row: Int
    /// The cell's column; nil when the whole row was left out.
    package let field: String?
    /// The cell's text, or the row's.
    package let value: String
    package let code: NoticeCode
}

/// Takes down what is found while a feed is read: counted notices and what was left out.
///
/// One object for one run, used by the parsing thread alone.
package final class Findings {
    package private(set) var log = NoticeLog()
    package private(set) var rejectedRows = 0
    package private(set) var rejectedCells = 0
    /// Called with everything that is left out, in the order of the feed.
    package var onReject: (Rejection) -> Void = { _ in }

    package init() {}

    package func note(
        _ code: NoticeCode, file: String, row: Int? = nil, field: String? = nil,
        value: @autoclosure () -> String? = nil
    ) {
        log.add(code, file: file, row: row, field: field, value: value())
    }

    /// Notes a bad cell, which the bundle has as NULL.
    package func rejectCell(
        _ code: NoticeCode, file: String, row: Int, field: String, value: String
    ) {
        rejectedCells += 1
        log.add(code, file: file, row: row, field: field, value: value)
        onReject(Rejection(file: file, row: row, field: field, value: value, code: code))
    }

    /// Notes a row that the bundle does not have.
    ///
    /// - Parameters:
    ///   - field: the field at fault, for the notice.
    ///   - text: the row, as in the file.
    package func rejectRow(
        _ code: NoticeCode, file: String, row: Int, field: String?, text: String
    ) {
        rejectedRows += 1
        log.add(code, file: file, row: row, field: field, value: text)
        onReject(Rejection(file: file, row: row, field: nil, value: text, code: code))
    }
}

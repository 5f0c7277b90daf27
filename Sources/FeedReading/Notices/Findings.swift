/// Something of the feed that is not in the bundle as the feed has it, and why.
package struct Rejection: Sendable, Hashable {
    package let file: String
    package let row: Int
    /// The cell's column; nil when the whole row was left out.
    package let field: String?
    /// The cell's text, or the row's.
    package let value: String
    /// The notice's code.
    package let code: String
}

/// Takes down what is found while a feed is read: counted notices and what was left out.
///
/// One object for one run, used by the parsing thread alone.
package final class Findings {
    package let notices = NoticeBin()
    package private(set) var rejectedRows = 0
    package private(set) var rejectedCells = 0
    /// Called with everything that is left out, in the order of the feed.
    package var onReject: (Rejection) -> Void = { _ in }

    /// Characters of a value that a notice has.
    private static let valueLimit = 200

    package init() {}

    package func note(
        _ notice: NoticeDefinition, file: String, row: Int? = nil, field: String? = nil,
        value: @autoclosure () -> String? = nil
    ) {
        notices.add(
            notice,
            [
                "filename": file, "csvRowNumber": row, "fieldName": field,
                "fieldValue": value().map { String($0.prefix(Self.valueLimit)) },
            ])
    }

    /// Notes a bad cell, which the bundle has as NULL.
    package func rejectCell(
        _ notice: NoticeDefinition, file: String, row: Int, field: String, value: String
    ) {
        note(notice, file: file, row: row, field: field, value: value)
        keepCell(notice, file: file, row: row, field: field, value: value)
    }

    /// Keeps a cell for the table of what is not as in the feed; its notice is given elsewhere.
    func keepCell(
        _ notice: NoticeDefinition, file: String, row: Int, field: String, value: String
    ) {
        rejectedCells += 1
        onReject(Rejection(file: file, row: row, field: field, value: value, code: notice.code))
    }

    /// Notes a row that the bundle does not have.
    ///
    /// - Parameters:
    ///   - field: the field at fault, for the notice.
    ///   - text: the row, as in the file.
    package func rejectRow(
        _ notice: NoticeDefinition, file: String, row: Int, field: String?, text: String
    ) {
        rejectedRows += 1
        note(notice, file: file, row: row, field: field, value: text)
        onReject(Rejection(file: file, row: row, field: nil, value: text, code: notice.code))
    }
}

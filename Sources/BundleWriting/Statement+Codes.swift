import FeedCompiling
import SQLiteLayer

extension Statement {
    /// 0 stands for NULL.
    func bind(_ index: Int32, orNull value: Int32) throws(SQLiteFailure) {
        if value == 0 { try bindNull(index) } else { try bind(index, value) }
    }

    func bind(_ index: Int32, code: Int16) throws(SQLiteFailure) {
        if code == StopTimeRow.noCode { try bindNull(index) } else { try bind(index, Int32(code)) }
    }
}

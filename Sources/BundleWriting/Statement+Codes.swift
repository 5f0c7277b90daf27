import FeedCompiling
import SQLiteLayer

/// Binds numbers of the compiled feed that stand for NULL.
extension Statement {
    /// Binds a number; 0 stands for NULL.
    func bind(_ index: Int32, orNull value: Int32) throws(SQLiteFailure) {
        if value == 0 { try bindNull(index) } else { try bind(index, value) }
    }

    /// Binds a code of a stop time or trip, which may be blank.
    func bind(_ index: Int32, code: Int16) throws(SQLiteFailure) {
        if code == StopTimeRow.noCode { try bindNull(index) } else { try bind(index, Int32(code)) }
    }
}

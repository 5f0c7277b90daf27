import FeedCompiling
import SQLiteLayer

/// Binding what the compiled feed has a number for where it has nothing.
extension Statement {
    /// Binds a number of which 0 means that there is none.
    func bind(_ index: Int32, orNull value: Int32) throws(SQLiteFailure) {
        if value == 0 { try bindNull(index) } else { try bind(index, value) }
    }

    /// Binds a code of a stop time or trip, which may be blank.
    func bind(_ index: Int32, code: Int32) throws(SQLiteFailure) {
        if code == Int32(StopTimeRow.noCode) { try bindNull(index) } else { try bind(index, code) }
    }
}

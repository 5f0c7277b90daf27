import FeedCompiling

extension Int16 {
    /// Nil for `StopTimeRow.noCode`.
    var codeOrNil: Int32? { self == StopTimeRow.noCode ? nil : Int32(self) }
}

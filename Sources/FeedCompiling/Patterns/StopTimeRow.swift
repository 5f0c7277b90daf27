/// A row of `stop_times.txt` while its trip is put together.
///
/// A plain value of fixed size, because the spill file holds it too.
package struct StopTimeRow: NumberedRow {
    package static let noTime = Int32(-1)
    package static let noCode = Int16.min

    /// The stop's key; 0 when the row names none.
    package var stop: Int32 = 0
    /// The number by which rules know the stop; -1 when the row names none.
    package var stopNumber: Int32 = -1
    package var sequence: Int32 = 0
    package var arrival = Self.noTime
    package var departure = Self.noTime
    package var codes = Codes()
    package var callCodes = CallCodes()
    /// The headsign's number plus one; 0 when blank.
    package var headsign: Int32 = 0
    /// The number plus one of the flex part; 0 when the row has none.
    package var flex: Int32 = 0
    /// The number plus one of the values in columns that the reference does not know; 0 when all are
    /// blank.
    package var unknown: Int32 = 0
    /// NaN when blank.
    package var distance = Double.nan
    package var row: Int32 = 0

    package init() {}

    /// Nil for a code that does not fit.
    static func code(_ number: Int) -> Int16? {
        Int16(exactly: number).flatMap { $0 == noCode ? nil : $0 }
    }

    /// `noCode` where blank.
    package struct Codes: Hashable, BitwiseCopyable {
        package var pickupType = StopTimeRow.noCode
        package var dropOffType = StopTimeRow.noCode
        package var continuousPickup = StopTimeRow.noCode
        package var continuousDropOff = StopTimeRow.noCode
        package var timepoint = StopTimeRow.noCode
    }

    /// The time at which the vehicle leaves, or arrives if the feed says only that.
    @inline(__always)
    var leaving: Int32 { departure >= 0 ? departure : arrival }
    /// The time at which the vehicle arrives, or leaves if the feed says only that.
    @inline(__always)
    var arriving: Int32 { arrival >= 0 ? arrival : departure }
    @inline(__always)
    var isTimed: Bool { arrival >= 0 || departure >= 0 }
    /// Without the columns of on-demand service.
    package var call: ListedCall {
        ListedCall(stop: stopNumber, sequence: sequence, codes: callCodes)
    }
    package var times: CallTimes {
        CallTimes(
            arrival: arrival < 0 ? CallTimes.none : arrival,
            departure: departure < 0 ? CallTimes.none : departure)
    }
}

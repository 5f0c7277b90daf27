import TransitModel

/// A ``ToldCall`` as it is kept for each stop update of each source, so it is small: times are in
/// seconds of the service day, and everything but the times and the sequence is in one number. What
/// few calls have is in ``CallExtras``.
struct MergedCall: Sendable {
    let sequence: Int32
    private let arrival: Int32
    private let departure: Int32
    /// From the lowest bit: the status in 2, no pickup, no drop-off, the occupancy in 4 (the
    /// reference has numbers up to 8), the delay.
    private let bits: UInt32

    /// Nil is stored as ``none``.
    private static let none = Int32.min

    /// `dayStart` is the instant of 00:00:00 of the service day.
    init(_ call: ToldCall, sequence: Int, dayStart: Int) {
        func packed(_ time: Int?) -> Int32 {
            time.map { Int32(clamping: $0 - dayStart) } ?? Self.none
        }
        self.sequence = Int32(clamping: sequence)
        arrival = packed(call.arrival)
        departure = packed(call.departure)
        bits =
            UInt32(call.status.rawValue) | (call.hasNoPickup ? 4 : 0)
            | (call.hasNoDropOff ? 8 : 0) | UInt32(min(call.occupancy, 15)) << 4
            | UInt32(bitPattern: call.carried.bits << 8)
    }

    var carried: CarriedDelay { CarriedDelay(bits: Int32(bitPattern: bits) >> 8) }

    func told(_ extra: CallExtra, dayStart: Int) -> ToldCall {
        func time(_ packed: Int32) -> Int? {
            packed == Self.none ? nil : Int(packed) + dayStart
        }
        let occupancy = UInt8(bits >> 4 & 15)
        return ToldCall(
            status: ToldCall.Status(rawValue: UInt8(bits & 3)) ?? .quiet, arrival: time(arrival),
            departure: time(departure), carried: carried, hasNoPickup: bits & 4 != 0,
            hasNoDropOff: bits & 8 != 0, occupancy: occupancy == 15 ? .max : occupancy,
            extra: extra)
    }
}

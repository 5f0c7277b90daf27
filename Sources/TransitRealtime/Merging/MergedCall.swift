import GTFSRealtime
import TransitModel

/// It is kept for each stop update of each source, so it is small: times are in seconds of the
/// service day, and everything but the times and the sequence is in one number.
struct MergedCall: Sendable {
    enum Status: UInt8 {
        /// The update has no usable event: what earlier calls say continues to apply.
        case quiet
        case updated, noData, skipped
    }

    let sequence: Int32
    /// Nil is stored as ``none``.
    var arrival = Self.none
    var departure = Self.none
    /// From the lowest bit: the status in 2, no pickup, no drop-off, the occupancy in 4, the delay.
    private var bits: UInt32

    static let none = Int32.min

    init(sequence: Int, status: Status) {
        self.sequence = Int32(clamping: sequence)
        bits = UInt32(status.rawValue)
        occupancy = .max
        carried = .unknown
    }

    /// All that a row shows apart from its times, and from what is not known of its own.
    var shownBits: UInt8 { UInt8(truncatingIfNeeded: bits) }

    var status: Status { Status(rawValue: UInt8(bits & 3)) ?? .quiet }

    var hasNoPickup: Bool {
        get { bits & 4 != 0 }
        set { bits = bits & ~4 | (newValue ? 4 : 0) }
    }
    var hasNoDropOff: Bool {
        get { bits & 8 != 0 }
        set { bits = bits & ~8 | (newValue ? 8 : 0) }
    }

    /// `VehiclePosition.OccupancyStatus`; 255 if not given. The reference has numbers up to 8.
    var occupancy: UInt8 {
        get { bits >> 4 & 15 == 15 ? .max : UInt8(bits >> 4 & 15) }
        set { bits = bits & ~0xF0 | UInt32(min(newValue, 15)) << 4 }
    }

    var carried: CarriedDelay {
        get { CarriedDelay(bits: Int32(bitPattern: bits) >> 8) }
        set { bits = bits & 0xFF | UInt32(bitPattern: newValue.bits << 8) }
    }
}

struct CarriedDelay: Hashable, Sendable {
    /// In seconds; 24 bits have room for all delays.
    let bits: Int32

    /// Nothing is known: the timetable applies.
    static let unknown = CarriedDelay(bits: -1 << 23)
    /// The producer states that it has no data.
    static let noData = CarriedDelay(bits: 1 << 23 - 1)

    init(bits: Int32) {
        self.bits = bits
    }

    init(_ delay: Int) {
        bits = max(Self.unknown.bits + 1, min(Int32(clamping: delay), Self.noData.bits - 1))
    }

    var delay: Int? { self == .unknown || self == .noData ? nil : Int(bits) }
}

typealias OwnCall = (call: MergedCall, extra: CallExtra)

extension MergedCall {
    func time(_ kind: StopEvent.Kind) -> Int? {
        let time = kind == .departure ? departure : arrival
        return time == Self.none ? nil : Int(time)
    }

    func isForbidden(_ kind: StopEvent.Kind) -> Bool {
        kind == .departure ? hasNoPickup : hasNoDropOff
    }
}

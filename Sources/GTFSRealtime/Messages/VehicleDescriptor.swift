/// Identifies a vehicle.
public struct VehicleDescriptor: Hashable, Sendable {
    /// The id in the operator's system, not for riders.
    public internal(set) var id: String?
    /// The number that riders see on the vehicle.
    public internal(set) var label: String?
    /// The license plate.
    public internal(set) var licensePlate: String?
    /// Whether a rider in a wheelchair can use the vehicle; the trip's value if nil.
    public internal(set) var wheelchairAccessible: WheelchairAccessible?

    /// Whether a rider in a wheelchair can use a vehicle.
    public struct WheelchairAccessible: RealtimeCode {
        public static let words: [Int32: String] = [
            0: "NO_VALUE", 1: "UNKNOWN", 2: "WHEELCHAIR_ACCESSIBLE", 3: "WHEELCHAIR_INACCESSIBLE",
        ]
        /// The trip's value in `trips.txt` applies.
        public static let noValue = Self(rawValue: 0)
        /// Not known, whatever `trips.txt` says.
        public static let unknown = Self(rawValue: 1)
        /// Yes.
        public static let wheelchairAccessible = Self(rawValue: 2)
        /// No.
        public static let wheelchairInaccessible = Self(rawValue: 3)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }
}

extension VehicleDescriptor: WholeMessage {
    static let fields = Fields<Self>(
        "VehicleDescriptor",
        .value(1, "id", \.id),
        .value(2, "label", \.label),
        .value(3, "license_plate", \.licensePlate),
        .code(4, "wheelchair_accessible", \.wheelchairAccessible))
}

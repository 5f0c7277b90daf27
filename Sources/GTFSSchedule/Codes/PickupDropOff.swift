/// How riders board or alight at a stop of a trip: `stop_times.pickup_type` and `drop_off_type`.
public struct PickupDropOff: CodedValue {
    public static let codes = 0...3
    /// As scheduled; also when blank.
    public static let regular = PickupDropOff(code: 0)
    /// Not possible.
    public static let notAvailable = PickupDropOff(code: 1)
    /// After a call to the agency.
    public static let phoneAgency = PickupDropOff(code: 2)
    /// After a word with the driver.
    public static let askDriver = PickupDropOff(code: 3)

    public let code: Int
    public init(code: Int) { self.code = code }
}

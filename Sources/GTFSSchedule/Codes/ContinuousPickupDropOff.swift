/// Whether riders board or alight anywhere along the way: `continuous_pickup` and
/// `continuous_drop_off` of `routes.txt` and `stop_times.txt`.
public struct ContinuousPickupDropOff: CodedValue {
    public static let codes = 0...3
    /// Anywhere along the path.
    public static let continuous = ContinuousPickupDropOff(code: 0)
    /// Only at stops; also when blank.
    public static let notAvailable = ContinuousPickupDropOff(code: 1)
    /// After a call to the agency.
    public static let phoneAgency = ContinuousPickupDropOff(code: 2)
    /// After a word with the driver.
    public static let askDriver = ContinuousPickupDropOff(code: 3)

    public let code: Int
    public init(code: Int) { self.code = code }
}

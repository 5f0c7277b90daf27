/// Whether the vehicle of a trip takes bicycles or cars along: `trips.bikes_allowed` and
/// `trips.cars_allowed`.
public struct CarriagePermission: CodedValue {
    public static let codes = 0...2
    /// The feed does not say, as when the field is blank.
    public static let unknown = CarriagePermission(code: 0)
    /// There is room for one at least.
    public static let allowed = CarriagePermission(code: 1)
    /// None is taken.
    public static let notAllowed = CarriagePermission(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}

/// An enumeration that the feed writes as an integer, and that keeps unknown codes.
///
/// A conforming type is a struct around its code, with a static constant for each code of the
/// reference. It reads and prints like an enum (`case .station:`), yet a code of next year's
/// reference passes through unchanged instead of being lost:
///
/// ```swift
/// public struct PaymentMethod: CodedValue {
///     public static let words = ["onBoard", "beforeBoarding"]
///     public static let onBoard = PaymentMethod(code: 0)
///     public static let beforeBoarding = PaymentMethod(code: 1)
///
///     public let code: Int
///     public init(code: Int) { self.code = code }
/// }
/// ```
public protocol CodedValue: CellDecodable, Hashable, Codable, CustomStringConvertible {
    /// The names of the constants, in the order of their codes.
    static var words: [String] { get }
    /// The codes that the reference knows, from 0 unless a type says otherwise.
    static var codes: ClosedRange<Int> { get }
    /// Creates a value. Never fails: an unknown code is kept, and `isKnown` is false.
    init(code: Int)
    /// The integer in the feed.
    var code: Int { get }
}

extension CodedValue {
    public static var codes: ClosedRange<Int> { 0...words.count - 1 }

    /// The values of the reference, in the order of their codes.
    public static var known: [Self] { codes.map(Self.init(code:)) }

    /// Whether the reference knows the code.
    public var isKnown: Bool { Self.codes.contains(code) }

    /// The name of the constant, such as `station`; the number if the code has none.
    public var description: String {
        isKnown ? Self.words[code - Self.codes.lowerBound] : String(code)
    }

    /// The code as text.
    public var cellText: String { String(code) }

    public init?(cell: UnsafeRawBufferPointer) {
        guard let code = CellText.integer(cell) else { return nil }
        self.init(code: code)
    }

    public init(from decoder: any Decoder) throws {
        self.init(code: try decoder.singleValueContainer().decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        try code.encode(to: encoder)
    }
}

/// A field that is 0 for no and 1 for yes.
public struct YesNo: CodedValue {
    public static let words = ["no", "yes"]
    /// No (0).
    public static let no = YesNo(code: 0)
    /// Yes (1).
    public static let yes = YesNo(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }

    /// Whether the code is 1; codes other than 0 and 1 mean nothing.
    public var isYes: Bool { self == .yes }
}

/// Whether a rider in a wheelchair can use a place or a trip: `stops.wheelchair_boarding` and
/// `trips.wheelchair_accessible`.
public struct Accessibility: CodedValue {
    public static let words = ["unknown", "accessible", "notAccessible"]
    /// The feed does not say, as when the field is blank.
    public static let unknown = Accessibility(code: 0)
    /// Accessible: the path leads there, or the vehicle has room for at least one wheelchair.
    public static let accessible = Accessibility(code: 1)
    /// Not accessible.
    public static let notAccessible = Accessibility(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}

extension Accessibility {
    /// Returns the accessibility of a location after inheritance.
    ///
    /// A platform or entrance without a value (blank or 0) takes that of its station, a boarding
    /// area that of its platform. Stations and generic nodes do not inherit, nor does a location of
    /// an unknown type.
    ///
    /// ```swift
    /// let platform = Accessibility.effective(
    ///     own: nil, locationType: .stop, parent: .accessible)  // .accessible
    /// ```
    ///
    /// - Parameters:
    ///   - own: `wheelchair_boarding` of the location; nil when blank.
    ///   - locationType: `location_type` of the location; blank means a stop or platform.
    ///   - parent: the effective value of the location that `parent_station` names; nil when it
    ///     names none.
    /// - Returns: ``unknown`` when neither the location nor its parent has a value. A code that the
    ///   reference does not know counts as a value.
    public static func effective(
        own: Accessibility?, locationType: LocationType?, parent: Accessibility?
    ) -> Accessibility {
        if let own, own != .unknown { return own }
        switch locationType ?? .stop {
        case .stop, .entrance, .boardingArea: return parent ?? .unknown
        default: return .unknown
        }
    }
}

/// Whether the vehicle of a trip carries bicycles or cars: `trips.bikes_allowed` and
/// `trips.cars_allowed`.
public struct CarriagePermission: CodedValue {
    public static let words = ["unknown", "allowed", "notAllowed"]
    /// The feed does not say, as when the field is blank.
    public static let unknown = CarriagePermission(code: 0)
    /// There is room for at least one.
    public static let allowed = CarriagePermission(code: 1)
    /// None are carried.
    public static let notAllowed = CarriagePermission(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}

/// How riders board or alight at a stop of a trip: `stop_times.pickup_type` and `drop_off_type`.
public struct PickupDropOff: CodedValue {
    public static let words = ["regular", "notAvailable", "phoneAgency", "askDriver"]
    /// As scheduled; also when blank.
    public static let regular = PickupDropOff(code: 0)
    /// Not possible.
    public static let notAvailable = PickupDropOff(code: 1)
    /// After a call to the agency.
    public static let phoneAgency = PickupDropOff(code: 2)
    /// After arranging it with the driver.
    public static let askDriver = PickupDropOff(code: 3)

    public let code: Int
    public init(code: Int) { self.code = code }
}

/// Whether riders board or alight anywhere along the way: `continuous_pickup` and
/// `continuous_drop_off` of `routes.txt` and `stop_times.txt`.
public struct ContinuousPickupDropOff: CodedValue {
    public static let words = ["continuous", "notAvailable", "phoneAgency", "askDriver"]
    /// Anywhere along the path.
    public static let continuous = ContinuousPickupDropOff(code: 0)
    /// Only at stops; also when blank.
    public static let notAvailable = ContinuousPickupDropOff(code: 1)
    /// After a call to the agency.
    public static let phoneAgency = ContinuousPickupDropOff(code: 2)
    /// After arranging it with the driver.
    public static let askDriver = ContinuousPickupDropOff(code: 3)

    public let code: Int
    public init(code: Int) { self.code = code }
}

/// Whether riders can pay by tapping a bank card: `cemv_support` of `agency.txt` and `routes.txt`.
public struct ContactlessPayment: CodedValue {
    public static let words = ["unknown", "supported", "notSupported"]
    /// The feed does not say, as when the field is blank.
    public static let unknown = ContactlessPayment(code: 0)
    /// Bank cards are accepted at the fare gate or reader.
    public static let supported = ContactlessPayment(code: 1)
    /// Bank cards are not accepted there.
    public static let notSupported = ContactlessPayment(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}

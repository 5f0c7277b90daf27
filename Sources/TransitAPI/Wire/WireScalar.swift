import GTFSSchedule

/// A value of an answer that is neither an object nor a list, of any type.
enum WireScalar: Decodable, Hashable, Sendable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    /// An object, a list, or a number that fits no type.
    case other

    /// The expected type of a value.
    enum Kind {
        case text, integer, number, flag
    }

    /// Never fails.
    init(from decoder: any Decoder) throws {
        guard let container = Self.attempt({ try decoder.singleValueContainer() }) else {
            self = .other
            return
        }
        if let text = Self.attempt({ try container.decode(String.self) }) {
            self = .text(text)
        } else if container.decodeNil() {
            self = .null
        } else if let integer = Self.attempt({ try container.decode(Int.self) }) {
            self = .integer(integer)
        } else if let number = Self.attempt({ try container.decode(Double.self) }) {
            self = .number(number)
        } else if let flag = Self.attempt({ try container.decode(Bool.self) }) {
            self = .flag(flag)
        } else {
            self = .other
        }
    }

    /// The value; nil when it has another type.
    private static func attempt<Value>(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            return nil
        }
    }

    /// The text.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The whole number.
    var integer: Int? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The number, whole or not.
    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    /// The truth value.
    var flag: Bool? {
        if case .flag(let flag) = self { flag } else { nil }
    }

    /// The date in a text `YYYYMMDD`.
    var date: ServiceDate? { text.flatMap { AskedInstant.date($0[...]) } }

    /// The time of a service day in a text `HH:MM:SS`.
    var time: ServiceTime? { text.flatMap(NumberText.time) }

    /// The instant in a text of RFC 3339.
    var instant: ZonedInstant? { text.flatMap(ZonedInstant.init(text:)) }

    /// A text, or a number as text.
    var anyText: String? {
        switch self {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): "\(number)"
        default: nil
        }
    }

    /// A whole number, or one given as text or `2.0`.
    var anyInteger: Int? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int(exactly: number)
        case .text(let text): Int(text)
        default: nil
        }
    }

    /// A number, or one given as text.
    var anyNumber: Double? {
        number ?? text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A truth value, or one given as 0 or 1.
    var anyFlag: Bool? {
        switch self {
        case .flag(let flag): flag
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }

    /// A date, or one given as the whole number of its digits.
    var anyDate: ServiceDate? {
        date ?? integer.flatMap(Int32.init(exactly:)).flatMap(ServiceDate.init(yyyymmdd:))
    }
}

/// An element of a list of objects; never fails to decode.
struct WireElement<Value: DTO>: Decodable {
    /// Nil for anything that is not an object.
    let value: Value?
    /// Whether it is null.
    let isNull: Bool

    init(from decoder: any Decoder) throws {
        do {
            value = try Value(from: decoder)
            isNull = false
        } catch {
            value = nil
            do {
                isNull = try decoder.singleValueContainer().decodeNil()
            } catch {
                isNull = false
            }
        }
    }
}

/// Two numbers: longitude and latitude, as GeoJSON orders them.
public struct WirePair: Hashable, Sendable {
    /// The longitude.
    public var first: Double
    /// The latitude.
    public var second: Double

    /// Two numbers.
    public init(_ first: Double, _ second: Double) {
        self.first = first
        self.second = second
    }

    var numbers: [Double] { [first, second] }

    /// An element of a list of pairs, or a pair by itself; never fails to decode.
    struct Element: Decodable {
        /// Nil for anything but two or more numbers; further ones, such as a height, are ignored.
        let pair: WirePair?

        init(from decoder: any Decoder) throws {
            do {
                var list = try decoder.unkeyedContainer()
                pair = WirePair(try list.decode(Double.self), try list.decode(Double.self))
            } catch {
                pair = nil
            }
        }
    }
}

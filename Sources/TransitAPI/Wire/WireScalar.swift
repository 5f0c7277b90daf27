import GTFSSchedule
import TransitModel

/// A value of an answer that is neither an object nor a list, except a place and a line
/// of places.
enum WireScalar: Codable, Hashable, Sendable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case place(Coordinate)
    case line([Coordinate])
    /// An object, a list, or a number that fits no type.
    case other

    enum Kind {
        case text, integer, number, flag, place, line
    }

    init(from decoder: any Decoder) throws {
        self.init(decoder, expecting: .text)
    }

    /// The expected type is tried first: finding the type of a value means failing at all others,
    /// and failures take longer than everything else.
    init(_ decoder: any Decoder, expecting kind: Kind) {
        if kind == .place, let place = Self.attempt({ try Self.place(decoder) }) {
            self = .place(place)
            return
        }
        if kind == .line, let line = Self.attempt({ try Self.line(decoder) }) {
            self = .line(line)
            return
        }
        guard let container = Self.attempt({ try decoder.singleValueContainer() }) else {
            self = .other
            return
        }
        if kind == .number, let number = Self.attempt({ try container.decode(Double.self) }) {
            self = .number(number)
        } else if kind == .integer, let integer = Self.attempt({ try container.decode(Int.self) }) {
            self = .integer(integer)
        } else if let text = Self.attempt({ try container.decode(String.self) }) {
            self = .text(text)
        } else if container.decodeNil() {
            self = .null
        } else if let integer = Self.attempt({ try container.decode(Int.self) }) {
            self = .integer(integer)
        } else if let number = Self.attempt({ try container.decode(Double.self) }) {
            self = .number(number)
        } else if let flag = Self.attempt({ try container.decode(Bool.self) }) {
            self = .flag(flag)
        } else if let place = Self.attempt({ try Self.place(decoder) }) {
            self = .place(place)
        } else {
            self = .other
        }
    }

    init(number digits: String) {
        self = Int(digits).map(Self.integer) ?? Double(digits).map(Self.number) ?? .other
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .place(let place): try container.encode([place.longitude, place.latitude])
        case .line(let line): try container.encode(line.map { [$0.longitude, $0.latitude] })
        case .null, .other: try container.encodeNil()
        }
    }

    /// Further numbers, such as an altitude, are ignored.
    private static func place(_ decoder: any Decoder) throws -> Coordinate {
        var list = try decoder.unkeyedContainer()
        let longitude = try list.decode(Double.self)
        return Coordinate(latitude: try list.decode(Double.self), longitude: longitude)
    }

    private static func line(_ decoder: any Decoder) throws -> [Coordinate] {
        var list = try decoder.unkeyedContainer()
        var line: [Coordinate] = []
        while !list.isAtEnd { line.append(try place(list.superDecoder())) }
        return line
    }

    private static func attempt<Value>(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            return nil
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var integer: Int? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    var flag: Bool? {
        if case .flag(let flag) = self { flag } else { nil }
    }

    var date: ServiceDate? { text.flatMap { AskedInstant.date($0[...]) } }

    var place: Coordinate? {
        if case .place(let place) = self { place } else { nil }
    }

    var line: [Coordinate]? {
        if case .line(let line) = self { line } else { nil }
    }

    var anyText: String? {
        switch self {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): "\(number)"
        default: nil
        }
    }

    /// Also one given as text or `2.0`.
    var anyInteger: Int? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int(exactly: number)
        case .text(let text): Int(text)
        default: nil
        }
    }

    var anyNumber: Double? {
        number ?? text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Also one given as 0 or 1.
    var anyFlag: Bool? {
        switch self {
        case .flag(let flag): flag
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }

    /// Also one given as the integer formed by its digits.
    var anyDate: ServiceDate? {
        date ?? integer.flatMap(Int32.init(exactly:)).flatMap(ServiceDate.init(yyyymmdd:))
    }
}

protocol WireElement: Decodable {
    associatedtype Value
    var value: Value? { get }
    var isNull: Bool { get }
    var isExact: Bool { get }
}

struct WireObjectElement<Value: WireForm>: WireElement {
    let value: Value?
    let isNull: Bool
    var isExact: Bool { value != nil }

    init(from decoder: any Decoder) throws {
        do {
            value = Value(try WireReader(decoder))
            isNull = false
        } catch {
            value = nil
            isNull = WireScalar(decoder, expecting: .text) == .null
        }
    }
}

struct WireValueElement<Value: WireValue>: WireElement {
    let value: Value?
    let isNull: Bool
    let isExact: Bool

    init(from decoder: any Decoder) throws {
        let scalar = WireScalar(decoder, expecting: Value.kind)
        let exact = Value(exactly: scalar)
        value = exact ?? Value(leniently: scalar)
        isNull = scalar == .null
        isExact = exact != nil
    }
}

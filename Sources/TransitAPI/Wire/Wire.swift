import GTFSSchedule
import TransitModel

/// One end of the wire: a reader that fills the properties of an object, or a writer that sends
/// them.
///
/// An object shows it each of its keys once, in the order of the contract.
protocol Wire {
    /// Where an answer lacks the value, the property stays as it is.
    mutating func key<Value: WireValue>(_ name: StaticString, _ value: inout Value)
    mutating func optional<Value: WireValue>(_ name: StaticString, _ value: inout Value?)
    mutating func nullable<Value: WireValue>(_ name: StaticString, _ value: inout Value?)
    mutating func optional(_ name: StaticString, _ flag: inout Bool)
    mutating func key<Value: WireValue>(_ name: StaticString, _ list: inout [Value])
    mutating func optional<Value: WireValue>(_ name: StaticString, _ list: inout [Value])
    mutating func optional<Value: WireValue>(_ name: StaticString, _ list: inout [Value?]?)
    /// In the order of the names.
    mutating func key<Value: WireValue>(_ name: StaticString, _ values: inout [String: Value])

    /// An object that is always present; one with default values where an answer lacks it.
    mutating func key<Object: WireForm>(_ name: StaticString, _ object: inout Object)
    mutating func optional<Object: WireForm>(_ name: StaticString, _ object: inout Object?)
    mutating func key<Object: WireForm>(_ name: StaticString, _ list: inout [Object])
    mutating func optional<Object: WireForm>(_ name: StaticString, _ list: inout [Object])
    mutating func key<Object: WireForm>(_ name: StaticString, _ list: inout [Object?])

    mutating func columns<Row: FeedRow>(_ row: inout Row)
    /// Texts by names that are keys of the object itself, in the order of the names.
    mutating func columns(_ values: inout [String: String])
    /// False when writing.
    func has(_ name: StaticString) -> Bool
}

extension Wire {
    func has(_ name: StaticString) -> Bool { false }
}

protocol WireObject: WireForm {
    init()
    mutating func visit(_ wire: inout some Wire)
}

extension WireObject {
    public init(_ wire: WireReader) {
        var wire = wire
        self.init()
        visit(&wire)
    }

    public func write(to wire: inout WireWriter) {
        var object = self
        object.visit(&wire)
    }
}

protocol WireValue {
    static var kind: WireScalar.Kind { get }
    /// In the form of the contract.
    init?(exactly scalar: WireScalar)
    /// In a form that the contract does not define, but that is equally clear.
    init?(leniently scalar: WireScalar)
    var scalar: WireScalar { get }
    var isUnwritable: Bool { get }
    var unknownWord: String? { get }
    func write(to wire: inout WireWriter)
}

extension WireValue {
    init?(leniently scalar: WireScalar) { nil }
    var isUnwritable: Bool { false }
    var unknownWord: String? { nil }
    func write(to wire: inout WireWriter) { wire.append(scalar) }

    init?(_ value: Self?) {
        guard let value else { return nil }
        self = value
    }
}

/// A number is accepted for a text, and the text of a number for the number: while the type of a
/// key changes, both are correct.
extension String: WireValue {
    static var kind: WireScalar.Kind { .text }
    init?(exactly scalar: WireScalar) { self.init(scalar.text) }
    init?(leniently scalar: WireScalar) { self.init(scalar.anyText) }
    var scalar: WireScalar { .text(self) }
}

extension Int: WireValue {
    static var kind: WireScalar.Kind { .integer }
    init?(exactly scalar: WireScalar) { self.init(scalar.integer) }
    init?(leniently scalar: WireScalar) { self.init(scalar.anyInteger) }
    var scalar: WireScalar { .integer(self) }
}

extension Int64: WireValue {
    static var kind: WireScalar.Kind { .integer }
    init?(exactly scalar: WireScalar) { self.init(scalar.integer.map(Self.init)) }
    init?(leniently scalar: WireScalar) { self.init(scalar.anyInteger.map(Self.init)) }
    var scalar: WireScalar { .integer(Int(self)) }
}

extension Double: WireValue {
    static var kind: WireScalar.Kind { .number }
    init?(exactly scalar: WireScalar) { self.init(scalar.number) }
    init?(leniently scalar: WireScalar) { self.init(scalar.anyNumber) }
    var scalar: WireScalar { .number(self) }
    var isUnwritable: Bool { !isFinite }
}

extension Bool: WireValue {
    static var kind: WireScalar.Kind { .flag }
    init?(exactly scalar: WireScalar) { self.init(scalar.flag) }
    init?(leniently scalar: WireScalar) { self.init(scalar.anyFlag) }
    var scalar: WireScalar { .flag(self) }
}

extension ServiceDate: WireValue {
    static var kind: WireScalar.Kind { .text }
    init?(exactly scalar: WireScalar) { self.init(scalar.date) }
    init?(leniently scalar: WireScalar) { self.init(scalar.anyDate) }
    var scalar: WireScalar { .text(description) }
    func write(to wire: inout WireWriter) { wire.append(self) }
}

extension ServiceTime: WireValue {
    static var kind: WireScalar.Kind { .text }
    init?(exactly scalar: WireScalar) { self.init(scalar.text.flatMap(ServiceTime.init(asked:))) }
    var scalar: WireScalar { .text(description) }
}

extension LocalInstant: WireValue {
    static var kind: WireScalar.Kind { .text }
    init?(exactly scalar: WireScalar) { self.init(scalar.text.flatMap(Self.init(text:))) }
    var scalar: WireScalar { .text(description) }
    func write(to wire: inout WireWriter) { wire.append(self) }
}

extension WireWord: WireValue {
    static var kind: WireScalar.Kind { .text }
    init?(exactly scalar: WireScalar) { self.init(scalar.text.map(Self.init(text:))) }
    init?(leniently scalar: WireScalar) { self.init(scalar.anyText.map(Self.init(text:))) }
    var scalar: WireScalar { .text(text) }
    var unknownWord: String? { known == nil ? text : nil }
}

extension PickupDropOff: WireValue {
    static var kind: WireScalar.Kind { .integer }
    init?(exactly scalar: WireScalar) { self.init(scalar.integer.map(Self.init(code:))) }
    init?(leniently scalar: WireScalar) { self.init(scalar.anyInteger.map(Self.init(code:))) }
    var scalar: WireScalar { .integer(code) }
}

/// Longitude and latitude, in the order of GeoJSON.
extension Coordinate: WireValue {
    static var kind: WireScalar.Kind { .place }
    init?(exactly scalar: WireScalar) { self.init(scalar.place) }
    var scalar: WireScalar { .place(self) }
}

/// Each place is in the order of GeoJSON.
struct WireLine: WireValue {
    var places: [Coordinate]

    static var kind: WireScalar.Kind { .line }

    init(_ places: [Coordinate]) {
        self.places = places
    }

    init?(exactly scalar: WireScalar) {
        guard let line = scalar.line else { return nil }
        places = line
    }

    var scalar: WireScalar { .line(places) }
}

/// A column of a GTFS file: its name, its type, and where its value is in the row struct.
///
/// A file's `fields` array is the only place where the file is described. Reading, checks,
/// storage and documentation all follow it, so a new field of the reference is one new line.
public struct Field<Row>: Sendable {
    /// The description of the field, without the row struct; the same for all files.
    public let spec: FieldSpec
    private let offset: Int
    private let access: ValueAccess

    /// A nil property means that the cell was blank. One of the fields in `references` must hold
    /// the same value ("foreign ID referencing").
    package init<Value: CellDecodable & Codable>(
        _ name: String,
        at path: any WritableKeyPath<Row, Value?> & Sendable,
        type: FieldType,
        presence: Presence = .optional,
        references: [FieldReference] = []
    ) {
        spec = FieldSpec(name: name, type: type, presence: presence, references: references)
        guard let offset = MemoryLayout<Row>.offset(of: path) else {
            preconditionFailure("\(name) is not a stored property of \(Row.self)")
        }
        self.offset = offset
        access = ValueAccess(Value.self)
    }

    /// A field of ids.
    package init<Subject>(
        _ name: String, at path: any WritableKeyPath<Row, Identifier<Subject>?> & Sendable,
        presence: Presence = .optional, references: [FieldReference] = []
    ) {
        self.init(name, at: path, type: .id, presence: presence, references: references)
    }

    /// A field of the codes that its values know.
    package init<Value: CodedValue>(
        _ name: String, at path: any WritableKeyPath<Row, Value?> & Sendable,
        presence: Presence = .optional
    ) {
        self.init(name, at: path, type: .enumeration(values: Value.codes), presence: presence)
    }

    /// False when the cell is not of the field's type; the row then stays as it was.
    package func read(_ cell: UnsafeRawBufferPointer, _ row: inout Row) -> Bool {
        withUnsafeMutablePointer(to: &row) {
            access.read(cell, UnsafeMutableRawPointer($0) + offset)
        }
    }

    /// Makes a reader like `read`, for a row at an address, that reuses the value of the last long
    /// cell when the next one has the same text: consecutive rows often concern the same thing, and
    /// their ids need no memory of their own.
    package func makeReader() -> (UnsafeRawBufferPointer, _ row: UnsafeMutableRawPointer) -> Bool {
        access.makeReader(offset)
    }

    /// As `read` takes it; nil where the cell was blank.
    package func text(_ row: Row) -> String? {
        withUnsafePointer(to: row) { access.text(UnsafeRawPointer($0) + offset) }
    }

    /// Makes a reader like `text`, for a row at an address.
    package func makeText() -> @Sendable (_ row: UnsafeRawPointer) -> String? {
        let (text, offset) = (access.text, offset)
        return { text($0 + offset) }
    }

    func encode(_ row: Row, _ values: inout KeyedEncodingContainer<ColumnName>) throws {
        try withUnsafePointer(to: row) {
            try access.encode(
                UnsafeRawPointer($0) + offset, ColumnName(stringValue: spec.name), &values)
        }
    }

    func decode(_ values: KeyedDecodingContainer<ColumnName>, _ row: inout Row) throws {
        try withUnsafeMutablePointer(to: &row) {
            try access.decode(
                values, ColumnName(stringValue: spec.name), UnsafeMutableRawPointer($0) + offset)
        }
    }
}

/// How values of a type are read and written, at the address of an optional value.
///
/// It knows nothing of the row: the compiler makes one copy of this code for each type of value,
/// not for each of the 229 fields.
private struct ValueAccess: Sendable {
    let read: @Sendable (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Bool
    let makeReader:
        @Sendable (_ offset: Int) -> (UnsafeRawBufferPointer, UnsafeMutableRawPointer) -> Bool
    let text: @Sendable (UnsafeRawPointer) -> String?
    let encode:
        @Sendable (UnsafeRawPointer, ColumnName, inout KeyedEncodingContainer<ColumnName>) throws ->
            Void
    let decode:
        @Sendable (KeyedDecodingContainer<ColumnName>, ColumnName, UnsafeMutableRawPointer) throws
            -> Void

    @inline(never) init<Value: CellDecodable & Codable>(_ type: Value.Type) {
        read = { cell, place in
            guard let value = Value(cell: cell) else { return false }
            place.assumingMemoryBound(to: Value?.self).pointee = value
            return true
        }
        makeReader = { offset in
            var lastCell: [UInt8] = []
            var lastValue: Value?
            return { cell, row in
                let place = (row + offset).assumingMemoryBound(to: Value?.self)
                // A string of up to fifteen bytes needs no memory of its own.
                let isLong = cell.count > 15
                if isLong, let lastValue, Self.areEqual(lastCell, cell) {
                    place.pointee = lastValue
                    return true
                }
                guard let value = Value(cell: cell) else { return false }
                place.pointee = value
                if isLong {
                    lastCell.removeAll(keepingCapacity: true)
                    lastCell.append(contentsOf: cell)
                    lastValue = value
                }
                return true
            }
        }
        text = { $0.assumingMemoryBound(to: Value?.self).pointee?.cellText }
        encode = { place, key, values in
            try values.encodeIfPresent(
                place.assumingMemoryBound(to: Value?.self).pointee, forKey: key)
        }
        decode = { values, key, place in
            place.assumingMemoryBound(to: Value?.self).pointee =
                try values.decodeIfPresent(Value.self, forKey: key)
        }
    }

    private static func areEqual(_ bytes: [UInt8], _ cell: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == cell.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            for index in bytes.indices where bytes[index] != cell[index] { return false }
            return true
        }
    }
}

struct ColumnName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}

/// The reference's description of a field.
public struct FieldSpec: Sendable, Hashable {
    /// The column's name, such as `stop_id`.
    public let name: String
    /// How its cells are read, checked and stored.
    public let type: FieldType
    /// Whether a feed must fill the field.
    public let presence: Presence
    /// The fields of which one must hold the same value; empty when the field refers to nothing.
    public let references: [FieldReference]

    init(name: String, type: FieldType, presence: Presence, references: [FieldReference]) {
        self.name = name
        self.type = type
        self.presence = presence
        self.references = references
    }

    package init(unknown name: String) {
        self.init(name: name, type: .text, presence: .optional, references: [])
    }
}

/// The type of a field, according to "Field Types" of the GTFS Schedule reference.
///
/// The type determines how a cell is read, which notice a bad cell causes and how the bundle stores
/// it.
public enum FieldType: Sendable, Hashable {
    /// An ID, a unique ID or a foreign ID: any characters, stored as text.
    case id
    /// Text that riders read.
    case text
    /// A web address with its scheme.
    case url
    /// An email address.
    case email
    /// A phone number in any notation.
    case phoneNumber
    /// An IETF BCP 47 language tag.
    case languageCode
    /// A name of the IANA time zone database.
    case timezone
    /// An ISO 4217 code of three letters.
    case currencyCode
    /// A decimal amount of money, kept as the feed wrote it.
    case currencyAmount
    /// A nonnegative decimal amount of money, kept as the feed wrote it.
    case nonNegativeAmount
    /// Six hexadecimal digits.
    case color
    /// A service day, `YYYYMMDD`.
    case date
    /// Seconds since noon minus 12 h of the service day, `H:MM:SS`; may exceed 24 h.
    case time
    /// Time of day on the clock, `H:MM:SS`, at most 24:00:00.
    case localTime
    /// Degrees of WGS 84, from -90 to 90.
    case latitude
    /// Degrees of WGS 84, from -180 to 180.
    case longitude
    /// A decimal number.
    case float
    /// A decimal number of at least 0.
    case nonNegativeFloat
    /// A decimal number greater than 0.
    case positiveFloat
    /// An integer.
    case integer
    /// An integer of at least 0.
    case nonNegativeInteger
    /// An integer of at least 1.
    case positiveInteger
    /// Any integer except 0.
    case nonZeroInteger
    /// An integer code; `values` are the codes the reference knows.
    case enumeration(values: ClosedRange<Int>)
    /// The code of `routes.route_type`, which may also be one of Google's extended types.
    case routeType
    /// A name from a list, such as `translations.table_name`.
    case keyword
}

/// A field of another file that a foreign ID points to, such as `stops.txt`, `stop_id`.
public struct FieldReference: Sendable, Hashable {
    /// The file's name, such as `stops.txt`.
    public let file: String
    /// The column's name, such as `stop_id`.
    public let field: String

    /// Creates a reference to a column of a file.
    public init(_ file: String, _ field: String) {
        self.file = file
        self.field = field
    }
}

extension FieldReference {
    static let agency = FieldReference("agency.txt", "agency_id")
    static let area = FieldReference("areas.txt", "area_id")
    static let bookingRule = FieldReference("booking_rules.txt", "booking_rule_id")
    static let calendar = FieldReference("calendar.txt", "service_id")
    static let calendarDate = FieldReference("calendar_dates.txt", "service_id")
    static let fare = FieldReference("fare_attributes.txt", "fare_id")
    static let fareMedium = FieldReference("fare_media.txt", "fare_media_id")
    static let fareProduct = FieldReference("fare_products.txt", "fare_product_id")
    static let legGroup = FieldReference("fare_leg_rules.txt", "leg_group_id")
    static let level = FieldReference("levels.txt", "level_id")
    static let location = FieldReference("locations.geojson", "id")
    static let locationGroup = FieldReference("location_groups.txt", "location_group_id")
    static let network = FieldReference("networks.txt", "network_id")
    static let riderCategory = FieldReference("rider_categories.txt", "rider_category_id")
    static let route = FieldReference("routes.txt", "route_id")
    static let routeNetworkID = FieldReference("routes.txt", "network_id")
    static let shape = FieldReference("shapes.txt", "shape_id")
    static let stop = FieldReference("stops.txt", "stop_id")
    static let timeframeGroup = FieldReference("timeframes.txt", "timeframe_group_id")
    static let trip = FieldReference("trips.txt", "trip_id")
    static let zone = FieldReference("stops.txt", "zone_id")
}

/// Whether the reference requires a file or a field.
public enum Presence: Sendable, Hashable {
    /// Always required.
    case required
    /// The column is always required; a blank cell has its own meaning.
    case requiredColumn
    /// Left to the publisher.
    case optional
    /// Not required, but riders miss it.
    case recommended
    /// Required when other data calls for it; a separate rule checks that.
    case conditionallyRequired
    /// Forbidden when other data rules it out; a separate rule checks that.
    case conditionallyForbidden
}

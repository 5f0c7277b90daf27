package enum StoredValue: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
    case text
    case bad(String)
}

extension FieldType {
    package var sqlType: String {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode,
            .keyword, .currencyAmount, .nonNegativeAmount, .color:
            "TEXT"
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat:
            "REAL"
        case .date, .time, .localTime, .integer, .nonNegativeInteger, .positiveInteger,
            .nonZeroInteger, .enumeration, .routeType:
            "INTEGER"
        }
    }

    package func store(_ cell: UnsafeRawBufferPointer) -> StoredValue {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode,
            .keyword:
            return .text
        case .currencyAmount, .nonNegativeAmount:
            return CurrencyAmount.isValid(cell) ? .text : .bad("invalid_float")
        case .color:
            return CellText.color(cell) != nil ? .text : .bad("invalid_color")
        case .date:
            return CellText.date(cell).map { .integer(Int64($0)) } ?? .bad("invalid_date")
        case .time, .localTime:
            return CellText.seconds(cell).map { .integer(Int64($0)) } ?? .bad("invalid_time")
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat:
            return CellText.decimal(cell).map { .real($0) } ?? .bad("invalid_float")
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger, .enumeration,
            .routeType:
            // The reference's integers are small; one that takes more than 32 bits is a slip.
            return CellText.integer(cell).flatMap(Int32.init(exactly:)).map { .integer(Int64($0)) }
                ?? .bad("invalid_integer")
        }
    }

    /// Whether a value that ``store(_:)`` read from the cell is within the bounds of the type, is a
    /// known code, or is a time with seconds. If not, ``outOfRangeNotice`` is the notice to give.
    package func isInRange(_ value: StoredValue, cell: UnsafeRawBufferPointer) -> Bool {
        switch (self, value) {
        case (.latitude, .real(let degrees)): -90...90 ~= degrees
        case (.longitude, .real(let degrees)): -180...180 ~= degrees
        case (.nonNegativeFloat, .real(let number)): number >= 0
        case (.positiveFloat, .real(let number)): number > 0
        case (.nonNegativeInteger, .integer(let number)): number >= 0
        case (.positiveInteger, .integer(let number)): number > 0
        case (.nonZeroInteger, .integer(let number)): number != 0
        case (.nonNegativeAmount, .text): !CurrencyAmount.isNegative(cell)
        case (.enumeration(let codes), .integer(let code)): codes ~= Int(code)
        case (.routeType, .integer(let code)): RouteType(code: Int(code)).isKnown
        case (.time, .integer), (.localTime, .integer): !CellText.lacksSeconds(cell)
        default: true
        }
    }

    package var outOfRangeNotice: String {
        switch self {
        case .enumeration, .routeType: "unexpected_enum_value"
        case .time, .localTime: "gtfs_time_without_seconds"
        default: "number_out_of_range"
        }
    }
}

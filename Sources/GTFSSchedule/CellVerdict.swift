/// The value of a cell that is not blank, and its fault, by the type of its field. The bundle's
/// values, its rejected cells and the notices of a validation all come of this.
package struct CellVerdict: Sendable, Hashable {
    /// Nil when the cell is not a value of the type.
    package let value: Value?
    package let fault: CellFault?

    package enum Value: Sendable, Hashable {
        case integer(Int64)
        case real(Double)
        /// The cell as it is.
        case text
    }

    package init(_ value: Value, _ fault: CellFault? = nil) {
        self.value = value
        self.fault = fault
    }

    package init(none fault: CellFault) {
        value = nil
        self.fault = fault
    }
}

package enum CellFault: Sendable, Hashable {
    case invalidColor
    case invalidDate
    case invalidFloat
    case invalidInteger
    case invalidTime
    /// Readers can do without the seconds.
    case timeWithoutSeconds
    case unknownCode
    case outOfRange(NumberRange)
}

/// The range of a number, in words of the canonical validator.
package enum NumberRange: String, Sendable {
    case latitude = "latitude within [-90, 90]"
    case longitude = "longitude within [-180, 180]"
    case nonNegativeAmount = "non-negative decimal"
    case nonNegativeFloat = "non-negative float"
    case positiveFloat = "positive float"
    case nonNegativeInteger = "non-negative integer"
    case positiveInteger = "positive integer"
    case nonZeroInteger = "non-zero integer"
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

    package func judge(_ cell: UnsafeRawBufferPointer) -> CellVerdict {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode,
            .keyword:
            CellVerdict(.text)
        case .currencyAmount, .nonNegativeAmount:
            CurrencyAmount.isValid(cell)
                ? judge(amountIsNegative: CurrencyAmount.isNegative(cell))
                : CellVerdict(none: .invalidFloat)
        case .color:
            CellText.color(cell).map { _ in CellVerdict(.text) } ?? CellVerdict(none: .invalidColor)
        case .date:
            CellText.date(cell).map { CellVerdict(.integer(Int64($0))) }
                ?? CellVerdict(none: .invalidDate)
        case .time, .localTime:
            CellText.seconds(cell).map {
                CellVerdict(
                    .integer(Int64($0)), CellText.lacksSeconds(cell) ? .timeWithoutSeconds : nil)
            } ?? CellVerdict(none: .invalidTime)
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat:
            CellText.decimal(cell).map { judge($0) } ?? CellVerdict(none: .invalidFloat)
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger, .enumeration,
            .routeType:
            CellText.integer(cell).map { judge($0) } ?? CellVerdict(none: .invalidInteger)
        }
    }

    package func judge(amountIsNegative isNegative: Bool) -> CellVerdict {
        CellVerdict(
            .text, self == .nonNegativeAmount && isNegative ? .outOfRange(.nonNegativeAmount) : nil)
    }

    /// A decimal, however the cell writes it.
    package func judge(_ number: Double) -> CellVerdict {
        let range: NumberRange? =
            switch self {
            case .latitude: -90...90 ~= number ? nil : .latitude
            case .longitude: -180...180 ~= number ? nil : .longitude
            case .nonNegativeFloat: number < 0 ? .nonNegativeFloat : nil
            case .positiveFloat: number <= 0 ? .positiveFloat : nil
            default: nil
            }
        return CellVerdict(.real(number), range.map(CellFault.outOfRange))
    }

    /// An integer, however the cell writes it. The reference's are small; one that takes more than
    /// 32 bits is a slip.
    package func judge(_ number: Int) -> CellVerdict {
        guard Int32(exactly: number) != nil else { return CellVerdict(none: .invalidInteger) }
        let fault: CellFault? =
            switch self {
            case .nonNegativeInteger: number < 0 ? .outOfRange(.nonNegativeInteger) : nil
            case .positiveInteger: number <= 0 ? .outOfRange(.positiveInteger) : nil
            case .nonZeroInteger: number == 0 ? .outOfRange(.nonZeroInteger) : nil
            case .enumeration(let codes): codes ~= number ? nil : .unknownCode
            case .routeType: RouteType(code: number).isKnown ? nil : .unknownCode
            default: nil
            }
        return CellVerdict(.integer(Int64(number)), fault)
    }
}

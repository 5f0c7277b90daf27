import GTFSSchedule

struct ValueChecker {
    let type: FieldType
    private let isCanonical: Bool
    private let phoneNumbers: PhoneNumbers?
    private let verdicts = VerdictCache()

    init(_ field: FieldSpec, in file: String, _ options: ValidationOptions) {
        type = CanonicalSchema.type(of: field, in: file, isCanonical: options.isCanonical)
        isCanonical = options.isCanonical
        phoneNumbers =
            type == .phoneNumber ? options.countryCode.flatMap(PhoneNumbers.init) : nil
    }

    /// The cell is not blank; nil when there is no fault.
    func fault(_ cell: UnsafeRawBufferPointer) -> CellFault? {
        switch type {
        case .text, .keyword: nil
        case .id:
            CellBytes.isPrintable(cell) ? nil : CellFault(.nonASCIIOrNonPrintableChar, cell)
        case .url:
            text(cell, else: .invalidURL) { WebAddress.isValid($0, isCanonical: isCanonical) }
        case .email:
            text(cell, else: .invalidEmail) { EmailSyntax.isValid($0, isCanonical: isCanonical) }
        case .phoneNumber:
            phoneNumbers.flatMap { text(cell, else: .invalidPhoneNumber, isValid: $0.isPossible) }
        // Only the canonical validator has text without characters; to Java it is not a language.
        case .languageCode:
            cell.isEmpty
                ? nil
                : text(cell, else: .invalidLanguageCode, isValid: LanguageTagSyntax.isWellFormed)
        case .timezone:
            text(cell, else: .invalidTimezone) {
                TimezoneSyntax.isValid($0, isCanonical: isCanonical)
            }
        case .currencyCode: text(cell, else: .invalidCurrency) { Currencies.decimals($0) != nil }
        case .color: isColor(cell) ? nil : CellFault(.invalidColor, cell)
        case .date: isDate(cell) ? nil : CellFault(.invalidDate, cell)
        case .time, .localTime: time(cell)
        case .currencyAmount, .nonNegativeAmount: amount(cell)
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat: float(cell)
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger: integer(cell)
        case .enumeration(let codes): code(cell) { codes ~= $0 }
        case .routeType:
            code(cell) {
                isCanonical
                    ? CanonicalSchema.routeTypes.contains($0) : RouteType(code: $0).isKnown
            }
        }
    }

    /// Equal texts are checked once.
    private func text(
        _ cell: UnsafeRawBufferPointer, else definition: NoticeDefinition,
        isValid: (String) -> Bool
    ) -> CellFault? {
        let text = String(decoding: cell, as: UTF8.self)
        return verdicts.isFine(text, isValid) ? nil : CellFault(definition, cell)
    }

    private func isColor(_ cell: UnsafeRawBufferPointer) -> Bool {
        CellText.color(cell) != nil || isCanonical && JavaNumber.isColor(cell)
    }

    private func isDate(_ cell: UnsafeRawBufferPointer) -> Bool {
        CellText.date(cell) != nil || isCanonical && JavaNumber.isDate(cell)
    }

    /// Seconds are required, although readers can do without them.
    private func time(_ cell: UnsafeRawBufferPointer) -> CellFault? {
        guard CellText.seconds(cell) != nil else { return CellFault(.invalidTime, cell) }
        guard CellText.lacksSeconds(cell) else { return nil }
        return CellFault(isCanonical ? .invalidTime : .timeWithoutSeconds, cell)
    }

    private func amount(_ cell: UnsafeRawBufferPointer) -> CellFault? {
        guard let amount = JavaDecimal(cell), isCanonical || amount.isPlain else {
            return CellFault(.invalidFloat, cell)
        }
        guard type == .nonNegativeAmount, amount.isNegative else { return nil }
        return CellFault(.number(amount.approximation), isNot: "non-negative decimal")
    }

    private func float(_ cell: UnsafeRawBufferPointer) -> CellFault? {
        guard let number = CellText.decimal(cell) ?? (isCanonical ? JavaNumber.double(cell) : nil)
        else { return CellFault(.invalidFloat, cell) }
        // Java orders -0 before 0, and not-a-number after all others.
        let isNegative =
            number < 0 || isCanonical && number == 0 && number.sign == .minus
        let range: String? =
            switch type {
            case .latitude: -90...90 ~= number ? nil : "latitude within [-90, 90]"
            case .longitude: -180...180 ~= number ? nil : "longitude within [-180, 180]"
            case .nonNegativeFloat: isNegative ? "non-negative float" : nil
            case .positiveFloat: isNegative || number == 0 ? "positive float" : nil
            default: nil
            }
        return range.map { CellFault(.number(number), isNot: $0) }
    }

    /// 32 bits.
    private func whole(_ cell: UnsafeRawBufferPointer) -> Int? {
        guard let number = CellText.integer(cell) ?? (isCanonical ? JavaNumber.integer(cell) : nil),
            Int32(exactly: number) != nil
        else { return nil }
        return number
    }

    private func integer(_ cell: UnsafeRawBufferPointer) -> CellFault? {
        guard let number = whole(cell) else { return CellFault(.invalidInteger, cell) }
        let range: String? =
            switch type {
            case .nonNegativeInteger: number < 0 ? "non-negative integer" : nil
            case .positiveInteger: number <= 0 ? "positive integer" : nil
            case .nonZeroInteger: number == 0 ? "non-zero integer" : nil
            default: nil
            }
        return range.map { CellFault(.integer(number), isNot: $0) }
    }

    private func code(
        _ cell: UnsafeRawBufferPointer, _ isKnown: (Int) -> Bool
    ) -> CellFault? {
        guard let code = whole(cell) else { return CellFault(.invalidInteger, cell) }
        return isKnown(code) ? nil : CellFault(unknownCode: code)
    }
}

/// Most columns repeat a few texts.
final class VerdictCache {
    private static let limit = 4096
    private var verdicts: [ExactText: Bool] = [:]

    func isFine(_ text: String, _ check: (String) -> Bool) -> Bool {
        if let known = verdicts[text.exact] { return known }
        let isFine = check(text)
        if verdicts.count < Self.limit { verdicts[text.exact] = isFine }
        return isFine
    }
}

struct CellFault {
    let definition: NoticeDefinition
    /// For a number: what it should be, such as `positive integer`.
    let range: String?
    let value: NoticeValue

    init(_ definition: NoticeDefinition, _ cell: UnsafeRawBufferPointer) {
        self.definition = definition
        range = nil
        value = .text(String(decoding: cell, as: UTF8.self))
    }

    init(unknownCode code: Int) {
        definition = .unexpectedEnumValue
        range = nil
        value = .integer(code)
    }

    init(_ value: NoticeValue, isNot range: String) {
        definition = .numberOutOfRange
        self.range = range
        self.value = value
    }
}

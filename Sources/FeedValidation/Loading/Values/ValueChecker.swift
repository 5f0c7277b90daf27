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
    func fault(_ cell: UnsafeRawBufferPointer) -> FaultyCell? {
        switch type {
        case .id:
            CellBytes.isPrintable(cell) ? nil : FaultyCell(.nonASCIIOrNonPrintableChar, cell)
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
                isCanonical ? JavaTimezone.isValid($0) : TimezoneName($0).isInDatabase
            }
        case .currencyCode: text(cell, else: .invalidCurrency) { Currencies.decimals($0) != nil }
        default:
            FaultyCell(isCanonical ? canonicalVerdict(cell) : type.judge(cell), cell)
        }
    }

    /// Equal texts are checked once.
    private func text(
        _ cell: UnsafeRawBufferPointer, else definition: NoticeDefinition,
        isValid: (String) -> Bool
    ) -> FaultyCell? {
        let text = String(decoding: cell, as: UTF8.self)
        return verdicts.isFine(text, isValid) ? nil : FaultyCell(definition, cell)
    }

    private func canonicalVerdict(_ cell: UnsafeRawBufferPointer) -> CellVerdict {
        let verdict = verdict(inJava: cell)
        switch (type, verdict.value) {
        case (.routeType, .integer(let code)) where !CanonicalSchema.routeTypes.contains(Int(code)):
            return CellVerdict(.integer(code), .unknownCode)
        // Java orders -0 before 0.
        case (.nonNegativeFloat, .real(let number)) where number == 0 && number.sign == .minus:
            return CellVerdict(.real(number), type.judge(-1.0).fault)
        default: return verdict
        }
    }

    /// Java reads more notations of numbers, but no time without seconds.
    private func verdict(inJava cell: UnsafeRawBufferPointer) -> CellVerdict {
        let verdict = type.judge(cell)
        switch (type, verdict.fault) {
        case (_, .timeWithoutSeconds): return CellVerdict(none: .invalidTime)
        case (_, .invalidColor): return JavaNumber.isColor(cell) ? CellVerdict(.text) : verdict
        case (_, .invalidDate): return JavaNumber.isDate(cell) ? CellVerdict(.text) : verdict
        case (_, .invalidInteger): return JavaNumber.integer(cell).map { type.judge($0) } ?? verdict
        case (.currencyAmount, .invalidFloat), (.nonNegativeAmount, .invalidFloat):
            return JavaDecimal(cell).map { type.judge(amountIsNegative: $0.isNegative) } ?? verdict
        case (_, .invalidFloat): return JavaNumber.double(cell).map { type.judge($0) } ?? verdict
        default: return verdict
        }
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

struct FaultyCell {
    let definition: NoticeDefinition
    /// For a number: what it should be, such as `positive integer`.
    let range: String?
    let value: NoticeValue

    init(_ definition: NoticeDefinition, _ cell: UnsafeRawBufferPointer) {
        self.definition = definition
        range = nil
        value = .text(String(decoding: cell, as: UTF8.self))
    }

    /// Nil when there is no fault.
    init?(_ verdict: CellVerdict, _ cell: UnsafeRawBufferPointer) {
        guard let fault = verdict.fault else { return nil }
        definition = fault.notice
        if case .outOfRange(let range) = fault { self.range = range.rawValue } else { range = nil }
        switch (fault, verdict.value) {
        case (.outOfRange, .real(let number)): value = .number(number)
        case (.outOfRange, .text): value = .number(JavaDecimal(cell)?.approximation ?? 0)
        case (.outOfRange, .integer(let number)), (.unknownCode, .integer(let number)):
            value = .integer(Int(number))
        default: value = .text(String(decoding: cell, as: UTF8.self))
        }
    }
}

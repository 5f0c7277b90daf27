import GTFSSchedule

/// Where a DTO writes its keys: straight into the bytes of a body, or into a container of an `Encoder`.
///
/// Keys keep the order in which they are put. A nil value is left out;
/// `putNullable` writes null instead.
public struct WireWriter {
    /// The JSON so far, unless it goes to an encoder.
    public private(set) var bytes: [UInt8] = []
    /// Whether the next key or element is the first of its object or list.
    private var isFirst = true
    private var container: KeyedEncodingContainer<WireKey>?
    private var failure: (any Error)?

    /// A writer of JSON.
    public init() {}

    /// A writer into an encoder.
    init(_ container: KeyedEncodingContainer<WireKey>) {
        self.container = container
    }

    /// - Throws: the first error that the encoder threw.
    func finish() throws {
        if let failure { throw failure }
    }

    // MARK: Objects

    /// Writes a whole object.
    mutating func put(_ object: some DTO) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        object.write(to: &self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    /// An object; nothing for nil.
    mutating func put(_ object: (some DTO)?, _ name: StaticString) {
        guard let object else { return }
        guard container == nil else { return encode(object, name) }
        key(name)
        put(object)
    }

    /// A list of objects.
    mutating func put(_ list: [some DTO], _ name: StaticString) {
        guard container == nil else { return encode(list, name) }
        elements(list, as: name) { $0.put($1) }
    }

    /// A list of objects; nothing for an empty one.
    mutating func putUnlessEmpty(_ list: [some DTO], _ name: StaticString) {
        if !list.isEmpty { put(list, name) }
    }

    /// A list of objects and nulls.
    mutating func putSparse(_ list: [(some DTO)?], _ name: StaticString) {
        guard container == nil else { return encode(list, name) }
        elements(list, as: name) { writer, object in
            if let object { writer.put(object) } else { writer.bytes += "null".utf8 }
        }
    }

    // MARK: Written before

    /// Makes room for many bytes at once.
    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }

    /// A whole object that `body` writes.
    mutating func putObject(_ body: (inout WireWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    /// An object that `body` writes.
    mutating func putObject(_ name: StaticString, _ body: (inout WireWriter) -> Void) {
        key(name)
        putObject(body)
    }

    /// An object that is JSON already.
    mutating func put(json: [UInt8], _ name: StaticString) {
        key(name)
        bytes += json
    }

    /// A list of objects that are JSON already.
    mutating func put(json objects: [ArraySlice<UInt8>], _ name: StaticString) {
        elements(objects, as: name) { $0.bytes += $1 }
    }

    // MARK: Values

    /// A text; nothing for nil.
    mutating func put(_ text: String?, _ name: StaticString) {
        guard let text else { return }
        guard container == nil else { return encode(text, name) }
        key(name)
        append(text)
    }

    /// A text, or null.
    mutating func putNullable(_ text: String?, _ name: StaticString) {
        guard text == nil else { return put(text, name) }
        guard container == nil else { return encode(text, name) }
        key(name)
        bytes += "null".utf8
    }

    /// A whole number; nothing for nil.
    mutating func put(_ integer: (some BinaryInteger & Encodable)?, _ name: StaticString) {
        guard let integer else { return }
        guard container == nil else { return encode(integer, name) }
        key(name)
        append(Int(integer))
    }

    /// A number; nothing for nil, NaN and infinity.
    mutating func put(_ number: Double?, _ name: StaticString) {
        guard let number, number.isFinite else { return }
        guard container == nil else { return encode(number, name) }
        key(name)
        append(number)
    }

    /// A truth value.
    mutating func put(_ flag: Bool, _ name: StaticString) {
        guard container == nil else { return encode(flag, name) }
        key(name)
        bytes += (flag ? "true" : "false").utf8
    }

    /// A truth value; nothing for false.
    mutating func putIfTrue(_ flag: Bool, _ name: StaticString) {
        if flag { put(true, name) }
    }

    /// A date as the text `YYYYMMDD`; nothing for nil.
    mutating func put(_ date: ServiceDate?, _ name: StaticString) {
        guard let date else { return }
        guard container == nil else { return encode(date.description, name) }
        quoted(name) { writer in
            writer.digits(Int(date.yyyymmdd), count: 8)
        }
    }

    /// A time as the text `HH:MM:SS`; nothing for nil.
    mutating func put(_ time: ServiceTime?, _ name: StaticString) {
        put(time?.description, name)
    }

    /// An instant as RFC 3339; nothing for nil.
    mutating func put(_ instant: ZonedInstant?, _ name: StaticString) {
        guard let instant else { return }
        guard container == nil else { return encode(instant.description, name) }
        quoted(name) { $0.append(instant) }
    }

    /// A word; nothing for nil.
    mutating func put<Known>(_ word: WireWord<Known>?, _ name: StaticString) {
        put(word?.text, name)
    }

    /// A list of texts.
    mutating func put(_ texts: [String], _ name: StaticString) {
        guard container == nil else { return encode(texts, name) }
        elements(texts, as: name) { $0.append($1) }
    }

    /// A list of texts; nothing for an empty one.
    mutating func putUnlessEmpty(_ texts: [String], _ name: StaticString) {
        if !texts.isEmpty { put(texts, name) }
    }

    /// A list of numbers and nulls; nothing for nil.
    mutating func put(_ numbers: [Double?]?, _ name: StaticString) {
        guard let numbers else { return }
        guard container == nil else { return encode(numbers, name) }
        elements(numbers, as: name) { writer, number in
            if let number { writer.append(number) } else { writer.bytes += "null".utf8 }
        }
    }

    /// A list of pairs of numbers.
    mutating func put(_ pairs: [WirePair], _ name: StaticString) {
        guard container == nil else { return encode(pairs.map(\.numbers), name) }
        elements(pairs, as: name) { $0.append($1) }
    }

    /// Two numbers.
    mutating func put(_ pair: WirePair, _ name: StaticString) {
        guard container == nil else { return encode(pair.numbers, name) }
        key(name)
        append(pair)
    }

    private mutating func append(_ pair: WirePair) {
        bytes.append(UInt8(ascii: "["))
        append(pair.first)
        bytes.append(UInt8(ascii: ","))
        append(pair.second)
        bytes.append(UInt8(ascii: "]"))
    }

    /// Texts by name, in the order of the names.
    mutating func put(_ texts: [String: String], _ name: StaticString) {
        guard container == nil else { return encode(texts, name) }
        dictionary(texts, as: name) { $0.append($1) }
    }

    /// Whole numbers by name, in the order of the names.
    mutating func put(_ numbers: [String: Int], _ name: StaticString) {
        guard container == nil else { return encode(numbers, name) }
        dictionary(numbers, as: name) { $0.append($1) }
    }

    /// A cell of a column; nothing for a number that JSON lacks, such as infinity.
    mutating func put(_ cell: String, column: FieldSpec) {
        let isNumber = column.type.isNumber
        if isNumber, !(cell.utf8.last.map(Self.isDigit) ?? false) { return }
        if container != nil {
            let key = WireKey(stringValue: column.name)
            return attempt { container in
                if isNumber, let integer = Int(cell) {
                    try container.encode(integer, forKey: key)
                } else if isNumber, let number = Double(cell) {
                    try container.encode(number, forKey: key)
                } else {
                    try container.encode(cell, forKey: key)
                }
            }
        }
        separate()
        append(column.name)
        bytes.append(UInt8(ascii: ":"))
        if isNumber { bytes += cell.utf8 } else { append(cell) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    // MARK: How it is done

    private mutating func attempt(
        _ body: (inout KeyedEncodingContainer<WireKey>) throws -> Void
    ) {
        guard var container, failure == nil else { return }
        do {
            try body(&container)
        } catch {
            failure = error
        }
        self.container = container
    }

    private mutating func encode(_ value: some Encodable, _ name: StaticString) {
        attempt { try $0.encode(value, forKey: WireKey(stringValue: name.description)) }
    }

    private mutating func elements<Element>(
        _ list: [Element], as name: StaticString, _ body: (inout WireWriter, Element) -> Void
    ) {
        key(name)
        bytes.append(UInt8(ascii: "["))
        isFirst = true
        for element in list {
            separate()
            body(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
        isFirst = false
    }

    private mutating func dictionary<Value>(
        _ values: [String: Value], as name: StaticString,
        _ body: (inout WireWriter, Value) -> Void
    ) {
        key(name)
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            separate()
            append(name)
            bytes.append(UInt8(ascii: ":"))
            body(&self, value)
        }
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    /// A comma, unless this is the first.
    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    /// Names of the contract need no escaping.
    private mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// A text that `body` writes and that needs no escaping.
    private mutating func quoted(_ name: StaticString, _ body: (inout WireWriter) -> Void) {
        key(name)
        bytes.append(UInt8(ascii: "\""))
        body(&self)
        bytes.append(UInt8(ascii: "\""))
    }

    /// The same bytes as ``ZonedInstant/description``, without a string for each part.
    private mutating func append(_ instant: ZonedInstant) {
        let local = instant.seconds + instant.offsetSeconds
        let time = ((local % 86_400) + 86_400) % 86_400
        let date = ServiceDate(dayNumber: (local - time) / 86_400)
        digits(date.year, count: 4)
        bytes.append(UInt8(ascii: "-"))
        digits(date.month, count: 2)
        bytes.append(UInt8(ascii: "-"))
        digits(date.day, count: 2)
        bytes.append(UInt8(ascii: "T"))
        digits(time / 3600, count: 2)
        bytes.append(UInt8(ascii: ":"))
        digits(time / 60 % 60, count: 2)
        bytes.append(UInt8(ascii: ":"))
        digits(time % 60, count: 2)
        let offset = abs(instant.offsetSeconds)
        bytes.append(UInt8(ascii: instant.offsetSeconds < 0 ? "-" : "+"))
        digits(offset / 3600, count: 2)
        bytes.append(UInt8(ascii: ":"))
        digits(offset / 60 % 60, count: 2)
    }

    /// A non-negative number with this many digits.
    private mutating func digits(_ number: Int, count: Int) {
        var divisor = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func append(_ integer: Int) {
        bytes += String(integer).utf8
    }

    /// The shortest digits that give the same number when read.
    private mutating func append(_ number: Double) {
        guard number.isFinite else {
            bytes += "null".utf8
            return
        }
        bytes += "\(number)".utf8
    }

    private mutating func append(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { text in
            var start = 0
            for (index, byte) in text.enumerated() {
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                    continue
                }
                bytes.append(contentsOf: text[start..<index])
                start = index + 1
                escape(byte)
            }
            bytes.append(contentsOf: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes += "u00".utf8
            bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        default: bytes.append(byte)
        }
    }
}

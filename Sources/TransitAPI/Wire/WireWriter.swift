import BundleCodec
import GTFSSchedule
import TransitModel

/// Where a DTO writes its keys: directly into the bytes of a body, or into a container of an
/// `Encoder`.
///
/// Keys keep the order in which they are written.
public struct WireWriter {
    /// The JSON so far, unless it goes to an encoder.
    public private(set) var bytes: [UInt8] = []
    private var isFirst = true
    private var container: KeyedEncodingContainer<WireKey>?
    /// Kept beside the container, which is copied to be compared with nil, for each key.
    private let isEncoding: Bool
    private var failure: (any Error)?
    private let mostBytes: Int
    /// Whether texts are missing, because there are too many bytes.
    private(set) var isTooLarge = false

    /// Creates a writer of JSON.
    public init() {
        self.init(atMost: .max)
    }

    /// Texts beyond the bytes are left out, which makes what is written useless.
    init(atMost mostBytes: Int) {
        self.mostBytes = mostBytes
        isEncoding = false
    }

    init(_ container: KeyedEncodingContainer<WireKey>) {
        mostBytes = .max
        isEncoding = true
        self.container = container
    }

    func finish() throws {
        if let failure { throw failure }
    }

    // MARK: Written before

    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }

    mutating func putObject(_ body: (inout WireWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    mutating func putObject(_ name: StaticString, _ body: (inout WireWriter) -> Void) {
        begin(name)
        putObject(body)
    }

    mutating func put(json: [UInt8], _ name: StaticString) {
        begin(name)
        bytes += json
    }

    mutating func put(json objects: [ArraySlice<UInt8>], _ name: StaticString) {
        elements(objects, as: name) { $0.bytes += $1 }
    }

    // MARK: Values and objects

    mutating func put(_ value: some WireValue, _ name: StaticString) {
        if value.isUnwritable { return }
        guard !isEncoding else { return encode(value.scalar, name) }
        begin(name)
        value.write(to: &self)
    }

    mutating func put(_ object: some WireForm, _ name: StaticString) {
        guard !isEncoding else { return encode(ModelDTO(object), name) }
        begin(name)
        put(object)
    }

    mutating func put(_ object: some WireForm) {
        putObject { object.write(to: &$0) }
    }

    private mutating func put(_ list: [some WireValue], _ name: StaticString) {
        guard !isEncoding else { return encode(list.map { $0.scalar }, name) }
        elements(list, as: name) { $1.write(to: &$0) }
    }

    private mutating func put(_ list: [some WireForm], _ name: StaticString) {
        guard !isEncoding else { return encode(list.map { ModelDTO($0) }, name) }
        elements(list, as: name) { $0.put($1) }
    }
}

extension WireWriter: Wire {
    mutating func key<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
        put(value, name)
    }

    mutating func optional<Value: WireValue>(_ name: StaticString, _ value: inout Value?) {
        if let value { put(value, name) }
    }

    mutating func nullable<Value: WireValue>(_ name: StaticString, _ value: inout Value?) {
        if let value { return put(value, name) }
        guard !isEncoding else { return encode(WireScalar.null, name) }
        begin(name)
        append(.null)
    }

    mutating func optional(_ name: StaticString, _ flag: inout Bool) {
        if flag { put(true, name) }
    }

    mutating func key<Value: WireValue>(_ name: StaticString, _ list: inout [Value]) {
        put(list, name)
    }

    mutating func optional<Value: WireValue>(_ name: StaticString, _ list: inout [Value]) {
        if !list.isEmpty { put(list, name) }
    }

    mutating func optional<Value: WireValue>(_ name: StaticString, _ list: inout [Value?]?) {
        guard let list else { return }
        guard !isEncoding else { return encode(list.map { $0?.scalar ?? .null }, name) }
        elements(list, as: name) { $0.append($1?.scalar ?? .null) }
    }

    mutating func key<Value: WireValue>(_ name: StaticString, _ values: inout [String: Value]) {
        guard !isEncoding else { return encode(values.mapValues { $0.scalar }, name) }
        begin(name)
        putObject { writer in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.begin(column: name)
                value.write(to: &writer)
            }
        }
    }

    mutating func key<Object: WireForm>(_ name: StaticString, _ object: inout Object) {
        put(object, name)
    }

    mutating func optional<Object: WireForm>(_ name: StaticString, _ object: inout Object?) {
        if let object { put(object, name) }
    }

    mutating func key<Object: WireForm>(_ name: StaticString, _ list: inout [Object]) {
        put(list, name)
    }

    mutating func optional<Object: WireForm>(_ name: StaticString, _ list: inout [Object]) {
        if !list.isEmpty { put(list, name) }
    }

    mutating func key<Object: WireForm>(_ name: StaticString, _ list: inout [Object?]) {
        guard !isEncoding else { return encode(list.map { $0.map { ModelDTO($0) } }, name) }
        elements(list, as: name) { writer, object in
            if let object { writer.put(object) } else { writer.append(.null) }
        }
    }

    mutating func columns<Row: FeedRow>(_ row: inout Row) {
        let fields = Row.fields
        for index in fields.indices {
            guard let cell = fields[index].text(row) else { continue }
            put(cell, column: fields[index].spec)
        }
    }

    mutating func columns(_ values: inout [String: String]) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            if isEncoding {
                encode(value, WireKey(stringValue: name))
            } else {
                begin(column: name)
                append(value)
            }
        }
    }

    /// Nothing for a number that JSON lacks, such as infinity.
    private mutating func put(_ cell: String, column: FieldSpec) {
        let isNumber = column.type.isNumber
        if isNumber, !(cell.utf8.last.map(NumberText.isDigit) ?? false) { return }
        if isEncoding {
            let scalar = isNumber ? WireScalar(number: cell) : .text(cell)
            return encode(scalar, WireKey(stringValue: column.name))
        }
        begin(column: column.name)
        if isNumber { bytes += cell.utf8 } else { append(cell) }
    }
}

extension WireWriter {
    private mutating func encode(_ value: some Encodable, _ name: StaticString) {
        encode(value, WireKey(name))
    }

    private mutating func encode(_ value: some Encodable, _ key: WireKey) {
        guard failure == nil else { return }
        do {
            try container?.encode(value, forKey: key)
        } catch {
            failure = error
        }
    }

    private mutating func elements<Element>(
        _ list: [Element], as name: StaticString, _ body: (inout WireWriter, Element) -> Void
    ) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        isFirst = true
        for element in list {
            separate()
            body(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
        isFirst = false
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    /// The names in the contract need no escaping.
    private mutating func begin(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func begin(column name: String) {
        separate()
        append(name)
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func append(_ scalar: WireScalar) {
        switch scalar {
        case .text(let text): append(text)
        case .integer(let integer): bytes += String(integer).utf8
        case .number(let number): append(number)
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .place(let place): append(place)
        case .line(let line):
            bytes.append(UInt8(ascii: "["))
            for (number, place) in line.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                append(place)
            }
            bytes.append(UInt8(ascii: "]"))
        case .null, .other: bytes += "null".utf8
        }
    }

    mutating func append(_ date: ServiceDate) {
        bytes.append(UInt8(ascii: "\""))
        Timestamp.digits(Int(date.yyyymmdd), count: 8, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends the same bytes as `LocalInstant.description`.
    mutating func append(_ instant: LocalInstant) {
        bytes.append(UInt8(ascii: "\""))
        Timestamp.append(instant.seconds, offset: instant.offsetSeconds, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ place: Coordinate) {
        bytes.append(UInt8(ascii: "["))
        append(place.longitude)
        bytes.append(UInt8(ascii: ","))
        append(place.latitude)
        bytes.append(UInt8(ascii: "]"))
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
        guard text.utf8.count <= mostBytes - bytes.count else {
            isTooLarge = true
            bytes += "\"\"".utf8
            return
        }
        bytes.append(json: text)
    }
}

/// Checks a whole message once for everything that readers of values rely on: fields end within
/// their message, numbers within ten bytes, and nothing is larger than allowed.
struct FramingCheck {
    static let textLimit = 64 << 10
    static let entityLimit = 2_000_000

    private let bytes: UnsafeRawBufferPointer
    /// The maximum number of texts that are not UTF-8 to collect, the first ones first.
    private let invalidTextLimit: Int
    private(set) var invalidTexts: [RealtimeDamage] = []
    private var entities = 0
    private(set) var intactEnd = 0

    init(_ bytes: UnsafeRawBufferPointer, invalidTextLimit: Int = 0) {
        self.bytes = bytes
        self.invalidTextLimit = invalidTextLimit
    }

    mutating func damage() -> RealtimeDamage? {
        do throws(RealtimeDamage) {
            try run()
            return nil
        } catch {
            return error
        }
    }

    private mutating func run() throws(RealtimeDamage) {
        let size = min(bytes.count, FeedMessage.largestSize)
        let schema = FeedMessage.schema
        var reader = FieldReader(bytes, from: 0, to: size)
        while let field = try next(of: &reader, in: schema) {
            if field.number == FeedMessage.Number.entity, field.type == .bytes {
                entities += 1
                guard entities <= Self.entityLimit else {
                    throw damage(
                        at: intactEnd, of: field, in: schema,
                        "there are more than 2,000,000 entities: split the message")
                }
            }
            try check(field, in: schema)
            intactEnd = reader.position
        }
    }

    private mutating func check(_ field: WireField, in schema: MessageSchema) throws(RealtimeDamage)
    {
        guard field.type == .bytes else { return }
        switch schema.content(of: field.number) {
        case .message(let inner):
            var reader = FieldReader(bytes, from: field.start, to: field.end)
            while true {
                reader.passNumbers()
                guard let field = try next(of: &reader, in: inner) else { return }
                try check(field, in: inner)
            }
        case .text:
            guard field.payload.count <= Self.textLimit else {
                throw damage(
                    at: field.start, of: field, in: schema,
                    "the text is longer than 64 KB (65,536 bytes): shorten it")
            }
            noteInvalid(field, in: schema)
        case .longText: noteInvalid(field, in: schema)
        case .other: return
        }
    }

    @inline(__always)
    private func next(
        of reader: inout FieldReader, in schema: MessageSchema
    ) throws(RealtimeDamage) -> WireField? {
        let start = reader.position
        do throws(WireFault) {
            return try reader.checkedNext()
        } catch {
            throw damage(error, at: start, in: schema)
        }
    }

    private mutating func noteInvalid(_ field: WireField, in schema: MessageSchema) {
        guard invalidTexts.count < invalidTextLimit else { return }
        // A text that had to be repaired has other bytes.
        guard !field.text.utf8.elementsEqual(field.payload) else { return }
        invalidTexts.append(
            damage(
                at: field.start, of: field, in: schema,
                "the text is not UTF-8: encode it in UTF-8"))
    }

    private func damage(
        at position: Int, of field: WireField, in schema: MessageSchema, _ reason: String
    ) -> RealtimeDamage {
        RealtimeDamage(
            position: position, message: schema.name,
            field: schema.place(of: field.number).map { schema.fields[$0].name }, reason: reason)
    }

    private func damage(
        _ fault: WireFault, at position: Int, in schema: MessageSchema
    ) -> RealtimeDamage {
        let reader = FieldReader(bytes, from: position, to: bytes.count)
        let place = reader.peekedNumber().flatMap(schema.place)
        let isOutermost = schema === FeedMessage.schema
        let reason =
            switch fault {
            case .cut where isOutermost:
                "the message ends in the middle of a field: it was cut short, so fetch it again"
            case .cut: "the field is longer than the message around it: the producer must fix it"
            case .noField:
                "there is no field: this is not a GTFS Realtime message, or was changed on the way"
            case .longNumber:
                "a number has more than ten bytes: this is not a GTFS Realtime message, or was changed on the way"
            case .unopenedGroup:
                "a group ends without a beginning: this is not a GTFS Realtime message, or was "
                    + "changed on the way"
            case .deepGroup:
                "more than a hundred groups are nested: the producer must fix it"
            }
        return RealtimeDamage(
            position: position, message: schema.name, field: place.map { schema.fields[$0].name },
            reason: reason)
    }
}

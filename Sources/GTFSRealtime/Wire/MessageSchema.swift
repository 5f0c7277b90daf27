/// A message of the schema: the names, numbers and types of its fields.
///
/// Reading, the check of a message and its JSON all follow it: each field appears once, beside the
/// properties of its message. The schema is that of gtfs-realtime-bindings 3.0.0
/// (google/transit#546).
final class MessageSchema: Sendable {
    let name: String
    let fields: [FieldSchema]
    /// The index in `fields` of each number; -1 for a number without a field.
    private let places: [Int8]
    /// By number: what the bytes of a field are, without the rest of its schema.
    private let contents: [Content]

    enum Content: Sendable {
        case other, text, longText
        case message(MessageSchema)
    }

    init(_ name: String, _ fields: [FieldSchema]) {
        self.name = name
        self.fields = fields
        var places = [Int8](repeating: -1, count: Int(fields.last?.number ?? 0) + 1)
        for (place, field) in fields.enumerated() { places[Int(field.number)] = Int8(place) }
        self.places = places
        var contents = [Content](repeating: .other, count: places.count)
        for field in fields {
            switch field.type {
            case .text: contents[Int(field.number)] = .text
            case .longText: contents[Int(field.number)] = .longText
            case .message(let inner): contents[Int(field.number)] = .message(inner)
            default: continue
            }
        }
        self.contents = contents
    }

    func content(of number: UInt32) -> Content {
        number < contents.count ? contents[Int(number)] : .other
    }

    func place(of number: UInt32) -> Int? {
        guard number < places.count else { return nil }
        let place = places[Int(number)]
        return place < 0 ? nil : Int(place)
    }
}

struct FieldSchema: Sendable {
    let number: UInt32
    let name: String
    let type: MessageFieldType
    let isRepeated: Bool
    let wire: WireType

    init(
        _ number: UInt32, _ name: String, as type: MessageFieldType,
        repeated isRepeated: Bool = false
    ) {
        self.number = number
        self.name = name
        self.type = type
        self.isRepeated = isRepeated
        wire = type.wire
    }
}

enum MessageFieldType: Sendable {
    case int32, int64, uint32, uint64, bool, float, double
    case text
    /// A text that may be as long as the message: the points of a shape.
    case longText
    case code(any RealtimeCode.Type)
    case message(MessageSchema)

    /// The form that its values have in the bytes; a field of another form counts as one that the
    /// schema does not know. No number is repeated, so there are no packed lists.
    var wire: WireType {
        switch self {
        case .int32, .int64, .uint32, .uint64, .bool, .code: .varint
        case .float: .fixed32
        case .double: .fixed64
        case .text, .longText, .message: .bytes
        }
    }
}

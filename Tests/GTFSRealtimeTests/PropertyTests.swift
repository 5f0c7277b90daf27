import TestSupport
import Testing

@testable import GTFSRealtime

/// Properties have the values of the fields after which they are named.
@Suite("Properties of messages") struct PropertyTests {
    /// The JSON of a value, from its properties.
    private func json(_ value: Any) -> JSONValue? {
        switch value {
        case let text as String: return .text(text)
        case let flag as Bool: return .flag(flag)
        case let number as any BinaryInteger: return .number(Double(Int64(number)))
        // As few digits as JSON has.
        case let number as Float: return Double(number.description).map(JSONValue.number)
        case let number as Double: return .number(number)
        case let code as any RealtimeCode:
            return code.word.map(JSONValue.text) ?? .number(Double(code.rawValue))
        case let list as any Sequence:
            let elements = elements(of: list).compactMap(json)
            return elements.isEmpty ? nil : .list(elements)
        default: break
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            return mirror.children.first.flatMap { json($0.value) }
        }
        var object: [String: JSONValue] = [:]
        for (label, value) in mirror.children {
            // Bytes and lists are read as the properties below, under the names of the schema.
            guard let label, label != "slice", !label.hasSuffix("Bytes"), !(value is any SomeList)
            else { continue }
            object[snakeCase(label)] = json(value)
        }
        for (name, value) in (value as? any LazyMessage)?.lazyValues ?? [:] {
            object[name] = json(value)
        }
        return .object(object)
    }

    private func elements(of list: some Sequence) -> [Any] { list.map { $0 } }

    /// `stop_id` for `stopID`.
    private func snakeCase(_ name: String) -> String {
        var words = ""
        var wasUpper = false
        for letter in name {
            if letter.isUppercase, !wasUpper { words += "_" }
            wasUpper = letter.isUppercase
            words += letter.lowercased()
        }
        return words
    }

    @Test("Each field has a property of its name, type and value", arguments: 1...20)
    func properties(seed: UInt64) throws {
        var writer = SchemaWriter(seed)
        let bytes = writer.message(FeedMessage.schema)
        let message = try FeedMessage(bytes)
        var text = ""
        try message.writeJSON { text += $0 }
        let expected = try JSONValue(json: text.utf8)
        #expect(json(message) == expected)
        #expect(expected["entity"]?.list?.first?["alert"]?["url"]?["translation"] != nil)
        // With two messages one after the other, all singular messages come again.
        let again = try FeedMessage(bytes + writer.message(FeedMessage.schema))
        text = ""
        try again.writeJSON { text += $0 }
        #expect(try json(again) == JSONValue(json: text.utf8))
    }
}

/// Writes messages that have all fields of the schema.
private struct SchemaWriter {
    private var generator: SeededGenerator

    init(_ seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func message(_ schema: MessageSchema) -> [UInt8] {
        var message = WireMessage()
        for field in schema.fields.shuffled(using: &generator) {
            // Those that hold one message come in two parts at times.
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                write(field, to: &message)
            }
        }
        return message.bytes
    }

    private mutating func write(_ field: FieldSchema, to message: inout WireMessage) {
        let number = Int(field.number)
        let value = Int64.random(in: 0...1 << 40, using: &generator)
        switch field.type {
        case .int32: message.number(number, value % 1000 - 500)
        case .int64: message.number(number, value - 1 << 39)
        case .uint32, .uint64: message.number(number, value % 1 << 32)
        case .bool: message.number(number, value % 2)
        case .float: message.float(number, Float(value) / 7)
        case .double: message.double(number, Double(value) / 7)
        case .text, .longText: message.text(number, "\(field.name) \(value)")
        case .code: message.number(number, value % 12)
        case .message(let schema): message.raw(number, self.message(schema))
        }
    }
}

private protocol SomeList {}

extension RepeatedField: SomeList {}

/// A message of which some values are read when they are asked for.
private protocol LazyMessage {
    /// These values, by the names of their fields.
    var lazyValues: [String: Any] { get }
}

extension FeedMessage: LazyMessage {
    fileprivate var lazyValues: [String: Any] { ["entity": entities] }
}

extension FeedEntity: LazyMessage {
    fileprivate var lazyValues: [String: Any] {
        [
            "trip_update": tripUpdate as Any, "vehicle": vehicle as Any, "alert": alert as Any,
            "shape": shape as Any, "stop": stop as Any,
            "trip_modifications": tripModifications as Any,
        ]
    }
}

extension TripUpdate: LazyMessage {
    fileprivate var lazyValues: [String: Any] { ["stop_time_update": stopTimeUpdates] }
}

extension VehiclePosition: LazyMessage {
    fileprivate var lazyValues: [String: Any] { ["multi_carriage_details": multiCarriageDetails] }
}

extension Alert: LazyMessage {
    fileprivate var lazyValues: [String: Any] {
        [
            "active_period": activePeriods, "communication_period": communicationPeriods,
            "impact_period": impactPeriods, "informed_entity": informedEntities,
            "url": url as Any, "header_text": headerText as Any,
            "description_text": descriptionText as Any, "tts_header_text": ttsHeaderText as Any,
            "tts_description_text": ttsDescriptionText as Any, "image": image as Any,
            "image_alternative_text": imageAlternativeText as Any,
            "cause_detail": causeDetail as Any, "effect_detail": effectDetail as Any,
        ]
    }
}

extension TranslatedString: LazyMessage {
    fileprivate var lazyValues: [String: Any] { ["translation": translations] }
}

extension TranslatedImage: LazyMessage {
    fileprivate var lazyValues: [String: Any] { ["localized_image": localizedImages] }
}

extension Stop: LazyMessage {
    fileprivate var lazyValues: [String: Any] {
        [
            "stop_code": stopCode as Any, "stop_name": stopName as Any,
            "tts_stop_name": ttsStopName as Any, "stop_desc": stopDesc as Any,
            "stop_url": stopURL as Any, "platform_code": platformCode as Any,
        ]
    }
}

extension TripModifications: LazyMessage {
    fileprivate var lazyValues: [String: Any] {
        [
            "selected_trips": selectedTrips, "start_times": startTimes,
            "service_dates": serviceDates, "modifications": modifications,
        ]
    }
}

extension TripModifications.SelectedTrips: LazyMessage {
    fileprivate var lazyValues: [String: Any] { ["trip_ids": tripIDs] }
}

extension TripModifications.Modification: LazyMessage {
    fileprivate var lazyValues: [String: Any] { ["replacement_stops": replacementStops] }
}

import TestSupport
import Testing

@testable import GTFSRealtime

/// The messages that grow in all of their parts.
@Suite("Messages that grow") struct GrownMessageTests {
    @Test("Every repeated field of the schema, and everything that an entity may hold, can grow")
    func parts() {
        var found: Set<String> = []
        func add(_ schema: MessageSchema) {
            for field in schema.fields {
                guard case .message(let inner) = field.type else {
                    if field.isRepeated { found.insert("\(schema.name).\(field.name)") }
                    continue
                }
                let isOfEntity = schema === FeedEntity.schema
                if isOfEntity || field.isRepeated, schema !== FeedMessage.schema {
                    found.insert("\(schema.name).\(field.name)")
                }
                add(inner)
            }
        }
        add(FeedMessage.schema)
        #expect(found == Set(GrownMessage.Part.allCases.map(\.rawValue)))
    }

    @Test("Each of them is whole, and has as many values as it should")
    func numbers() throws {
        for style in GrownMessage.Style.allCases {
            let message = try FeedMessage(GrownMessage(style, [.update: 7, .stopUpdate: 5]).bytes)
            #expect(message.entities.count { $0.tripUpdate != nil } == 7)
            let stops = message.entities.compactMap { $0.tripUpdate?.stopTimeUpdates.count }
            #expect(stops == [5, 1, 1, 1, 1, 1, 1])
        }
    }

    @Test("A text that occurs a million times is read once, and is one with all translations")
    func repeatedText() throws {
        let bytes = WireMessage { message in
            message.message(1) { $0.text(1, "2.0") }
            message.message(2) { entity in
                entity.text(1, "a")
                // Were each occurrence to read those before it, this would take hours.
                entity.message(5) { alert in
                    for number in 0..<1_000_000 {
                        alert.message(10) { text in
                            guard number % 500_000 == 0 else { return }
                            text.message(1) { $0.text(1, "\(number)") }
                        }
                    }
                }
            }
        }.bytes
        let text = try FeedMessage(bytes).entities.compactMap(\.alert).first?.headerText
        #expect(text?.translations.map(\.text) == ["0", "500000"])
    }
}

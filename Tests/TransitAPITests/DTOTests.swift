import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@Suite("The wire's forms") struct DTOTests {
    private let document: OpenAPIDocument

    init() throws {
        document = try OpenAPIDocument.shared.get()
    }

    @Test("every schema of the contract has a form in Swift, and each form a schema")
    func coverage() {
        #expect(Set(document.schemas.keys) == Set(WireForms.schemas).union(WireForms.values))
    }

    private func decoded<Form: DTO>(
        _ type: Form.Type, _ value: JSONValue
    ) throws -> (form: Form, replacements: [DecodingReport.Replacement]) {
        let report = DecodingReport()
        let form = try Form.decoded(from: Data(value.json.utf8), reportingTo: report)
        return (form, report.replacements)
    }

    // MARK: There and back

    @Test("random values are unchanged after a round trip", arguments: WireForms.schemas)
    func roundTrip(name: String) throws {
        let schema = try #require(document.schema(name))
        let type = try #require(WireForms.type(name))
        var random = RandomJSON(document, seed: 1)
        // A distance and a place in a list belong to a list: elsewhere a stop is a stop.
        let isOfList = ["Stop", "StopList", "Route", "RouteGroup", "RouteList"].contains(name)
        random.absent = isOfList ? [] : ["meters", "position"]
        for _ in 0..<40 {
            let value = random.value(of: schema)
            // Values that the test makes up fit the contract, and so do those that come back.
            #expect(document.problems(of: value, against: schema) == [])
            try roundTrip(type, value, without: Self.derived[name] ?? [])
        }
    }

    /// Their models have each fact once, and none that does not belong there: a board tells which
    /// stops and routes its events name, a timetable has as many cells in each row as columns, and
    /// the calls of its trips on demand have no day.
    private static let derived: [String: Set<String>?] = [
        "Departure": ofRoute.union(["departure_seconds"]),
        "Arrival": ofRoute.union(["arrival_seconds"]),
        "Board": nil, "ArrivalBoard": nil, "BoardList": nil, "Timetable": nil, "TimetableList": nil,
        "FlexibleTrip": nil,
    ]
    private static let ofRoute: Set = [
        "route_short_name", "route_long_name", "route_type", "route_color", "route_text_color",
    ]

    private func roundTrip<Form: DTO>(
        _ type: Form.Type, _ value: JSONValue, without derived: Set<String>?
    ) throws {
        let (form, replacements) = try decoded(type, value)
        #expect(replacements == [], "\(value.json)")
        let written = try JSONValue(json: form.jsonBytes)
        if let derived { #expect(written.without(derived) == value.without(derived)) }
        #expect(try decoded(type, written).form == form)
        // `JSONEncoder` gives the same object.
        #expect(try JSONValue(json: JSONEncoder().encode(form)) == written)
    }

    // MARK: Whatever comes

    @Test(
        "a missing, null or mistyped key, an unknown word, another key",
        arguments: WireForms.schemas)
    func defensive(name: String) throws {
        let schema = try #require(document.schema(name))
        let type = try #require(WireForms.type(name))
        var random = RandomJSON(document, seed: 2)
        let required = Set(schema["required"]?.texts ?? [])
        for (key, property) in schema["properties"]?.object ?? [:] {
            var value = random.value(of: schema)
            value[key] = random.value(of: property, isOptional: true)
            let isNullable = property["type"]?.texts.contains("null") == true
            let isExpected = required.contains(key) && !isNullable
            let damage = Damage(type: type, value: value, key: key, property: property)
            try missing(damage, isExpected: isExpected)
            try mistyped(damage)
            try unknownWord(damage)
            try moreKeys(type, value)
        }
    }

    private struct Damage {
        let type: any DTO.Type
        let value: JSONValue
        let key: String
        let property: JSONValue

        func with(_ damaged: JSONValue?) -> JSONValue {
            var value = value
            value[key] = damaged
            return value
        }
    }

    private func replacements(
        _ damage: Damage, _ value: JSONValue, at key: String? = nil
    ) throws -> [DecodingReport.Replacement] {
        let key = key ?? damage.key
        return try decoded(damage.type, value).replacements.filter {
            $0.path == key || $0.path.hasPrefix(key + "[") || $0.path.hasPrefix(key + ".")
        }
    }

    private func missing(_ damage: Damage, isExpected: Bool) throws {
        // Everything else fits, so that one key is what is told, if anything.
        // Its list alone tells a board of arrivals from one of departures.
        let key = damage.key == "arrivals" ? "departures" : damage.key
        let dropped = try replacements(damage, damage.with(nil), at: key)
        let nulled = try replacements(damage, damage.with(.null))
        guard isExpected else {
            #expect(dropped == [])
            #expect(nulled == [])
            return
        }
        #expect(dropped.map(\.path) == [key])
        #expect(dropped.first?.problem == .missing)
        #expect(nulled.first?.problem == .null)
    }

    private func mistyped(_ damage: Damage) throws {
        let others: [JSONValue] = [
            .flag(true), .number(4.5), .text("☃"), .list([.flag(true)]), .object(["☃": .null]),
        ]
        // A text stays one, whatever its form, unless a type of ours reads it.
        let isText = damage.property["type"]?.text == "string"
        for other in others where !document.allows(other, by: damage.property) {
            if isText, other.text != nil { continue }
            let told = try replacements(damage, damage.with(other))
            #expect(!told.isEmpty, "\(damage.key): \(other.json)")
        }
    }

    private func unknownWord(_ damage: Damage) throws {
        let property = document.resolved(damage.property)
        guard property["enum"] != nil, damage.key != "type" else { return }
        let value = damage.with(.text("of_tomorrow"))
        let (form, replacements) = try decoded(damage.type, value)
        #expect(replacements.contains { $0.problem == .unknownWord("of_tomorrow") })
        #expect(try JSONValue(json: form.jsonBytes)[damage.key] == .text("of_tomorrow"))
    }

    private func moreKeys<Form: DTO>(_ type: Form.Type, _ value: JSONValue) throws {
        var more = value
        more["☃"] = .object(["a": .list([.null])])
        let (form, replacements) = try decoded(type, more)
        #expect(replacements == [])
        #expect(try form == decoded(type, value).form)
    }

    @Test(
        "a body that is not an object is refused", arguments: ["[]", "7", "null", "\"a\"", "{", ""])
    func noObject(json: String) {
        #expect(throws: DecodingError.self) { try StopDTO.decoded(from: Data(json.utf8)) }
    }

    // MARK: While a type changes

    @Test("a number is taken for a text, and a text of a number for the number")
    func bothTypes() throws {
        let (stop, told) = try decoded(
            StopDTO.self,
            .object([
                "sid": .text("12"), "stop_id": .number(7), "stop_name": .text("A"),
                "stop_lat": .text("1.5"), "location_type": .number(1),
            ]))
        #expect(stop.sid == 12)
        #expect(stop.stopID == "7")
        #expect(stop.stopLat == 1.5)
        #expect(Set(told.map(\.path)) == ["sid", "stop_id", "stop_lat"])
        #expect(told.contains { $0.description == "sid: of another type, taken as 12" })
    }

    @Test("an envelope without anything is one of defaults")
    func emptyEnvelope() throws {
        let (envelope, told) = try decoded(Envelope<StopDTO>.self, .object([:]))
        #expect(envelope.data.model == Stop(sid: 0, stopName: "", stopLat: nil, stopLon: nil))
        #expect(envelope.meta == Meta())
        #expect(
            told.map(\.description) == ["data: missing, taken as {}", "meta: missing, taken as {}"])
        let (other, problems) = try decoded(
            Envelope<StopDTO>.self, .object(["data": .list([]), "meta": .number(1)]))
        #expect(other == envelope)
        #expect(problems.map(\.problem) == [.otherType, .otherType])
    }

    @Test("elements of a list that are not objects are left out, and their places are reported")
    func elements() throws {
        let json = #"{"data":{"stops":[{"sid":1,"stop_id":"a","stop_name":"A"},5,null]},"meta":{}}"#
        let report = DecodingReport()
        let envelope = try Envelope<ListDTO<StopDTO>>.decoded(
            from: Data(json.utf8), reportingTo: report)
        #expect(envelope.data.elements.map(\.stopID) == ["a"])
        #expect(report.replacements.map(\.path) == ["data.stops[1]", "data.stops[2]"])
    }

    @Test("a report keeps the first replacements and counts all")
    func manyReplacements() throws {
        let report = DecodingReport()
        let stops = [String](repeating: "{}", count: 500).joined(separator: ",")
        let list = try ListDTO<StopDTO>.decoded(
            from: Data(#"{"stops":[\#(stops)]}"#.utf8), reportingTo: report)
        #expect(list.elements.count == 500)
        #expect(report.count == 1500)
        #expect(report.replacements.count == DecodingReport.mostKept)
        #expect(report.replacements[0].description == "stops[0].sid: missing, taken as 0")
    }
}

extension JSONValue {
    fileprivate func without(_ keys: Set<String>) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }
}

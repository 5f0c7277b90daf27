import Foundation
import GTFSSchedule
import Testing
import TransitModel

@Suite("Types of routes")
struct RouteTypeTests {
    @Test("sorting by type, and by raw value, gives the order of lists")
    func order() {
        let names = ["Train", "Metro", "Bus", "Ferry", "Tram"]
        #expect(TransitModel.RouteType.allCases.sorted().prefix(5).map(\.displayName) == names)
        #expect(
            TransitModel.RouteType.allCases.shuffled().sorted { $0.rawValue < $1.rawValue }
                == TransitModel.RouteType.allCases.sorted())
        let others = TransitModel.RouteType.allCases.sorted().dropFirst(5).dropLast()
        #expect(others.map(\.displayName) == others.map(\.displayName).sorted())
        #expect(TransitModel.RouteType.allCases.max() == .other)
    }

    @Test("every mode has a type, and every type its mode", arguments: Mode.allCases)
    func modes(mode: Mode) throws {
        let type = TransitModel.RouteType(mode)
        #expect(type.mode == mode)
        #expect(TransitModel.RouteType(word: mode.rawValue) == type)
        let encoded = try JSONEncoder().encode([type])
        #expect(String(decoding: encoded, as: UTF8.self) == "[\"\(mode.rawValue)\"]")
        #expect(try JSONDecoder().decode([TransitModel.RouteType].self, from: encoded) == [type])
    }

    @Test("codes of the feed, basic and extended")
    func codes() {
        #expect(TransitModel.RouteType(code: 2) == .rail)
        #expect(TransitModel.RouteType(code: 401) == .metro)
        #expect(TransitModel.RouteType(code: 715) == .bus)
        #expect(TransitModel.RouteType(code: 99_999) == .other)
        #expect(TransitModel.RouteType(word: "hovercraft") == .other)
        #expect(TransitModel.RouteType(code: 3) == .bus)
        // An initializer from the order of lists would read like one from a code.
        #expect(!(TransitModel.RouteType.self is any RawRepresentable.Type))
    }

    @Test("colors are those of the documents, as CSS and as parts")
    func colors() {
        #expect(TransitModel.RouteType.rail.color.css == "#FF3B30")
        #expect(TransitModel.RouteType.bus.color.components == (0, 0x7A / 255.0, 1))
        #expect(TransitModel.RouteType.gondola.color == TransitModel.RouteType.other.color)
        let route = Route(
            rid: 1, routeShortName: "1", routeLongName: "", type: .ferry, routeColor: "00954c")
        #expect(route.color.css == "#00954C")
    }
}

import GTFSSchedule
import Testing

@Suite("Inheritance of accessibility")
struct AccessibilityTests {
    static let inheriting: [LocationType?] = [nil, .stop, .entrance, .boardingArea]
    static let standingAlone: [LocationType?] = [
        .station, .genericNode, LocationType(code: 9),
    ]

    @Test(
        "Platforms, entrances and boarding areas inherit missing values",
        arguments: inheriting)
    func inherits(type: LocationType?) {
        for own in [nil, Accessibility.unknown] {
            for parent in Accessibility.known {
                #expect(effective(own, type: type, parent: parent) == parent)
            }
            #expect(effective(own, type: type, parent: nil) == .unknown)
        }
    }

    @Test("Stations, nodes and unknown types do not inherit", arguments: standingAlone)
    func standsAlone(type: LocationType?) {
        for own in [nil, Accessibility.unknown] {
            #expect(effective(own, type: type, parent: .accessible) == .unknown)
        }
    }

    @Test("A location's own value counts", arguments: inheriting + standingAlone)
    func ownValue(type: LocationType?) {
        #expect(effective(.accessible, type: type, parent: .notAccessible) == .accessible)
        #expect(effective(.notAccessible, type: type, parent: .accessible) == .notAccessible)
        #expect(effective(.notAccessible, type: type, parent: nil) == .notAccessible)
    }

    @Test("A code that the reference does not know is kept and passed on")
    func unknownCode() {
        let strange = Accessibility(code: 7)
        #expect(effective(strange, type: .stop, parent: .accessible) == strange)
        #expect(effective(nil, type: .stop, parent: strange) == strange)
    }

    private func effective(
        _ own: Accessibility?, type: LocationType?, parent: Accessibility?
    ) -> Accessibility {
        Accessibility.effective(own: own, locationType: type, parent: parent)
    }
}

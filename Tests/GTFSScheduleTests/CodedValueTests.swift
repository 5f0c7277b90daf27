import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Codes")
struct CodedValueTests {
    static let types: [any CodedValue.Type] = [
        Accessibility.self, BookingType.self, CarriagePermission.self, ContactlessPayment.self,
        ContinuousPickupDropOff.self, DayAvailability.self, DurationLimitType.self,
        ExactTimes.self, FareMediaType.self, FareTransfers.self, FareTransferType.self, YesNo.self,
        LocationType.self, PathwayMode.self, PaymentMethod.self, PickupDropOff.self,
        ServiceException.self, StopAccess.self, Timepoint.self, TransferType.self,
        TripDirection.self,
    ]

    @Test("Every type keeps every code, known or not")
    func keepsCodes() {
        for type in Self.types {
            for code in [-1, 0, 1, 2, 7, 8, 99, .max] {
                let value = type.init(code: code)
                #expect(value.code == code)
                #expect(value.isKnown == type.codes.contains(code))
            }
        }
    }

    @Test("A code prints as the name of its constant, or as its number")
    func words() throws {
        #expect("\(LocationType.station) \(CarriagePermission.notAllowed)" == "station notAllowed")
        #expect("\(PathwayMode.walkway) \(LocationType(code: 42))" == "walkway 42")
        #expect(LocationType.station.cellText == "1")
        let constant = #/public static let (\w+) = (\w+)\(code: (\d+)\)/#
        var found = 0
        for file in try PackageRoot.files(below: "Sources/GTFSSchedule", suffix: ".swift") {
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            for line in lines where !line.hasPrefix("///") {
                guard let match = line.firstMatch(of: constant), let code = Int(match.3) else {
                    continue
                }
                let type = try #require(Self.types.first { "\($0)" == match.2 })
                #expect(type.init(code: code).description == match.1)
                found += 1
            }
        }
        #expect(found == Self.types.reduce(0) { $0 + $1.words.count })
    }

    @Test("Unknown codes come through a cell unchanged; text does not")
    func cells() {
        #expect(LocationType(cellText: "1") == .station)
        #expect(LocationType(cellText: "42")?.code == 42)
        #expect(LocationType(cellText: "-1")?.isKnown == false)
        #expect(LocationType(cellText: "station") == nil)
        #expect(LocationType(cellText: "1.0") == nil)
    }

    @Test("The known values follow the codes of the reference")
    func known() {
        #expect(LocationType.known == [.stop, .station, .entrance, .genericNode, .boardingArea])
        #expect(ServiceException.known == [.added, .removed])
        #expect(PathwayMode.known.map(\.code) == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test("Values work in a switch like the cases of an enum")
    func patternMatching() {
        func isStation(_ type: LocationType) -> Bool {
            switch type {
            case .station: true
            default: false
            }
        }
        #expect(isStation(LocationType(code: 1)))
        #expect(!isStation(LocationType(code: 42)))
    }

    @Test("Encoded as the code")
    func coding() throws {
        let values = [TransferType.inSeat, TransferType(code: 42)]
        let data = try JSONEncoder().encode(values)
        #expect(String(decoding: data, as: UTF8.self) == "[4,42]")
        #expect(try JSONDecoder().decode([TransferType].self, from: data) == values)
    }

    @Test("Only 1 is yes")
    func flags() {
        #expect(YesNo.yes.isYes)
        #expect(!YesNo.no.isYes)
        #expect(!YesNo(code: 2).isYes)
    }
}

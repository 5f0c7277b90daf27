import FeedCompiling
import GTFSSchedule
import TestSupport
import Testing

@Suite("Filters")
struct FeedFilterTests {
    private func ring(_ points: [(Double, Double)]) -> FilterArea.Ring {
        FilterArea.Ring(
            points.map { FilterArea.Point(longitude: $0.0, latitude: $0.1) })
    }

    @Test("A box, also across the antimeridian")
    func box() {
        let box = FilterArea.box(west: -74.1, south: 40, east: -73.9, north: 41)
        #expect(box.contains(latitude: 40.5, longitude: -74))
        #expect(!box.contains(latitude: 41.5, longitude: -74))
        #expect(!box.contains(latitude: 40.5, longitude: -73))
        #expect(!box.contains(latitude: 40.5, longitude: 74))
        let fiji = FilterArea.box(west: 177, south: -20, east: -178, north: -15)
        #expect(fiji.contains(latitude: -18, longitude: 178.4))
        #expect(fiji.contains(latitude: -18, longitude: -179))
        #expect(!fiji.contains(latitude: -18, longitude: 0))
        #expect(!fiji.contains(latitude: -18, longitude: 176))
    }

    @Test(
        "The sides of polygons in a file go the short way, also across the antimeridian",
        arguments: [
            ([179, -179, -179, 179], [179.5, -179.5], [0, 178, -178]),
            ([-179, 179, 179, -179], [179.5, -179.5], [0, 178, -178]),
            ([179, 181, 181, 179], [179.5, -179.5], [0, 178, -178]),
            // Sides of half a turn and of a whole one are as they are written.
            ([-180, 0, 0, -180], [-90], [90]), ([-180, 180, 180, -180], [-90, 0, 90], []),
        ])
    func acrossAntimeridian(corners: [Int], inside: [Double], outside: [Double]) throws {
        let ring = zip(corners, [-18, -18, -16, -16]).map { "[\($0), \($1)]" }
        let polygon =
            #"{"type": "Polygon", "coordinates": [[\#(ring.joined(separator: ", "))]]}"#
        let folder = try TestFolder()
        let area = try AreaFile.read(folder.write("a.geojson", Array(polygon.utf8)))
        for longitude in inside { #expect(area.contains(latitude: -17, longitude: longitude)) }
        for longitude in outside { #expect(!area.contains(latitude: -17, longitude: longitude)) }
    }

    @Test("Polygons with holes, open or closed rings, any direction")
    func polygon() {
        let outline = ring([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)])
        let hole = ring([(4, 4), (4, 6), (6, 6), (6, 4)])
        let far = ring([(20, 0), (21, 0), (20.5, 2)])
        let area = FilterArea.polygons([[outline, hole], [far]])
        #expect(area.contains(latitude: 1, longitude: 1))
        #expect(!area.contains(latitude: 5, longitude: 5))
        #expect(area.contains(latitude: 5, longitude: 7))
        #expect(area.contains(latitude: 0.5, longitude: 20.5))
        #expect(!area.contains(latitude: 1.9, longitude: 20.1))
        #expect(!area.contains(latitude: 5, longitude: -1))
        #expect(!area.contains(latitude: 5, longitude: 11))
        #expect(!FilterArea.polygons([]).contains(latitude: 0, longitude: 0))
        #expect(!FilterArea.polygons([[ring([])]]).contains(latitude: 0, longitude: 0))
    }

    @Test("Days: both ends belong, an open end is far away, a turned range is a day")
    func days() {
        var filter = FeedFilter()
        #expect(filter.days == nil)
        #expect(!filter.isSelective)
        filter.from = ServiceDate(yyyymmdd: 2026_01_02)
        #expect(filter.days?.lowerBound == 20_455)
        filter.to = ServiceDate(yyyymmdd: 2026_01_04)
        #expect(filter.days == 20_455...20_457)
        #expect(filter.isSelective)
        filter.to = ServiceDate(yyyymmdd: 2025_01_01)
        #expect(filter.days == 20_455...20_455)
    }

    @Test("Leaving parts out reads fewer files, but selects no rows")
    func parts() {
        var filter = FeedFilter()
        filter.without = [.fares]
        #expect(!filter.isSelective)
        let files = FeedPart.allCases.flatMap(\.files)
        #expect(Set(files).count == files.count)
        #expect(files.allSatisfy { Schedule.table(file: $0) != nil })
    }
}

import FeedCompiling
import Testing

@Suite("Times between timed stops")
struct InterpolationTests {
    /// A row at a stop with a time, if it has one, and a distance, if it has one.
    private func row(_ stop: Int32, time: Int32? = nil, distance: Double? = nil) -> StopTimeRow {
        var row = StopTimeRow()
        row.stop = stop
        if let time {
            row.arrival = time
            row.departure = time
        }
        if let distance { row.distance = distance }
        return row
    }

    /// Stops lie on the equator, a tenth of a degree times their key apart from 0.
    private func times(_ rows: [StopTimeRow], placed: Bool = true) -> [Int32?]? {
        rows.withUnsafeBufferPointer { rows in
            Interpolation.times(rows, isFlexible: { $0 == 1 }) { key in
                placed ? Interpolation.Position(latitude: 0, longitude: Double(key) / 10) : nil
            }
        }
    }

    @Test("By shape distance when all stops between have it")
    func byShapeDistance() {
        let rows = [
            row(1, time: 0, distance: 0), row(2, time: nil, distance: 10),
            row(3, time: nil, distance: 70), row(4, time: 100, distance: 100),
        ]
        #expect(times(rows) == [nil, 10, 70, nil])
    }

    @Test("By the distance from stop to stop when one has no distance, or distances fall")
    func byStopDistance() {
        let missing = [
            row(1, time: 0, distance: 0), row(2, time: nil, distance: nil),
            row(5, time: nil, distance: 70), row(11, time: 100, distance: 100),
        ]
        #expect(times(missing) == [nil, 10, 40, nil])
        let falling = [
            row(1, time: 0, distance: 0), row(2, time: nil, distance: 90),
            row(5, time: nil, distance: 70), row(11, time: 100, distance: 100),
        ]
        #expect(times(falling) == [nil, 10, 40, nil])
        let still = [
            row(1, time: 0, distance: 5), row(2, time: nil, distance: 5),
            row(5, time: nil, distance: 5), row(11, time: 100, distance: 5),
        ]
        #expect(times(still) == [nil, 10, 40, nil])
    }

    @Test("Evenly when nothing tells the stops apart")
    func evenly() {
        let rows = [row(1, time: 0), row(2), row(5), row(11, time: 90)]
        #expect(times(rows, placed: false) == [nil, 30, 60, nil])
        #expect(times([row(1, time: 0), row(1), row(1), row(1, time: 90)]) == [nil, 30, 60, nil])
    }

    @Test("Rounded to the second, half away from zero")
    func rounding() {
        #expect(
            times([
                row(1, time: 0, distance: 0), row(2, time: nil, distance: 1),
                row(3, time: 5, distance: 2),
            ]) == [nil, 3, nil])
        #expect(
            times([
                row(1, time: 0, distance: 0), row(2, time: nil, distance: 1),
                row(3, time: 10, distance: 3),
            ]) == [nil, 3, nil])
    }

    @Test("From a departure to an arrival, each gap by itself")
    func gaps() {
        var middle = row(3, time: 50, distance: 20)
        middle.departure = 60
        let rows = [
            row(1, time: 0, distance: 0), row(2, time: nil, distance: 10), middle,
            row(4, time: nil, distance: 25), row(5, time: 70, distance: 30),
            row(6, time: 80, distance: 40),
        ]
        #expect(times(rows) == [nil, 25, nil, 65, nil, nil])
    }

    @Test("A stop with only one of its two times is timed")
    func halfTimed() {
        var middle = row(2, time: nil, distance: 1)
        middle.departure = 33
        #expect(
            times([row(1, time: 0, distance: 0), middle, row(3, time: 100, distance: 10)]) == nil)
    }

    @Test("Before the first and after the last time, there is nothing to go by")
    func ends() {
        #expect(times([row(1), row(2, time: 10), row(3, time: 20), row(4)]) == nil)
        #expect(times([row(1), row(2)]) == nil)
        #expect(times([row(1), row(2, time: 10), row(3)]) == nil)
        #expect(
            times([
                row(1), row(2, time: 10, distance: 0), row(3, time: nil, distance: 1),
                row(4, time: 20, distance: 2), row(5),
            ])
                == [nil, nil, 15, nil, nil])
    }

    @Test("Rows of flexible services are not passed at a time")
    func flexible() {
        var window = row(2)
        window.flex = 1
        #expect(
            times([
                row(1, time: 0, distance: 0), window, row(3, time: nil, distance: 5),
                row(4, time: 10, distance: 10),
            ]) == [nil, nil, 5, nil])
        #expect(
            times([row(1, time: 0, distance: 0), window, row(4, time: 10, distance: 10)]) == nil)
        // Such as booking rules alone.
        var booked = row(2, time: nil, distance: 5)
        booked.flex = 2
        #expect(
            times([row(1, time: 0, distance: 0), booked, row(4, time: 10, distance: 10)]) == [
                nil, 5, nil,
            ])
        var area = row(0)
        area.flex = 1
        #expect(times([row(1, time: 0, distance: 0), area, row(4, time: 10, distance: 10)]) == nil)
    }

    @Test("Times that go backwards are left alone")
    func backwards() {
        #expect(
            times([
                row(1, time: 100, distance: 0), row(2, time: nil, distance: 5),
                row(3, time: 50, distance: 10),
            ]) == nil)
    }

    @Test("A position that is not on the globe is none")
    func positions() {
        #expect(Interpolation.Position(latitude: 90.5, longitude: 0) == nil)
        #expect(Interpolation.Position(latitude: 0, longitude: -180.5) == nil)
        #expect(Interpolation.Position(latitude: .nan, longitude: 0) == nil)
    }
}

import GTFSSchedule
import Testing

@Suite("Rows of every file")
struct FeedRowTests {
    @Test("A new row is blank, and filling every field leaves no property blank")
    func everyFieldFillsAProperty() {
        for type in Schedule.rowTypes { expectFilled(type) }
    }

    @Test("A cell of another type is refused and leaves the row unchanged")
    func badCells() {
        for type in Schedule.rowTypes { expectRefusal(type) }
    }

    @Test("A reader that goes from row to row reads what each row says")
    func readersOfManyRows() throws {
        let field = try #require(Stop.fields.first { $0.spec.name == "stop_id" })
        let reader = field.makeReader()
        func read(_ cell: UnsafeRawBufferPointer, _ stop: inout Stop) -> Bool {
            withUnsafeMutablePointer(to: &stop) { reader(cell, UnsafeMutableRawPointer($0)) }
        }
        let long = "a stop id of some length"
        for text in [long, long, "S1", long, long + "2", long + "3", "S1", "S1", long] {
            var stop = Stop()
            #expect(withCell(text) { read($0, &stop) })
            #expect(stop.stopID?.text == text)
        }
    }

    @Test("A reader refuses each cell that is not of the field's type")
    func readersOfBadCells() throws {
        let field = try #require(Stop.fields.first { $0.spec.name == "stop_lat" })
        let reader = field.makeReader()
        func read(_ cell: UnsafeRawBufferPointer, _ stop: inout Stop) -> Bool {
            withUnsafeMutablePointer(to: &stop) { reader(cell, UnsafeMutableRawPointer($0)) }
        }
        var stop = Stop()
        for _ in 0..<2 { #expect(!withCell("a text, not a number") { read($0, &stop) }) }
        #expect(withCell("48.12345678901234567") { read($0, &stop) })
        #expect(!withCell("a text, not a number") { read($0, &stop) })
        #expect(stop.stopLat == 48.12345678901234567)
    }

    @Test("Each field fills the property that has its name")
    func propertyNames() {
        for type in Schedule.rowTypes { expectNames(type) }
    }

    @Test("Each field writes a cell that reads as the same value")
    func writtenCells() {
        for type in Schedule.rowTypes { expectSameCells(type) }
    }

    @Test("Cells are written in the form of the reference, and blank ones not at all")
    func writtenForms() {
        var calendar = ServiceCalendar()
        calendar.monday = .running
        calendar.startDate = ServiceDate(yyyymmdd: 20_261_127)
        var frequency = Frequency()
        frequency.startTime = ServiceTime(seconds: 90_061)
        var pathway = Pathway()
        pathway.length = 12.5
        pathway.stairCount = -3
        #expect(calendar.cells == ["monday=1", "start_date=20261127"])
        #expect(frequency.cells == ["start_time=25:01:01"])
        #expect(pathway.cells == ["length=12.5", "stair_count=-3"])
    }

    @Test("A stop is read into typed values")
    func typedValues() {
        var stop = Stop()
        let cells = [
            "stop_id": "S1", "stop_lat": "47.378", "stop_lon": "8.5403", "location_type": "1",
            "wheelchair_boarding": "7", "stop_timezone": "Europe/Zurich",
        ]
        for field in Stop.fields {
            guard let text = cells[field.spec.name] else { continue }
            #expect(withCell(text) { field.read($0, &stop) })
        }
        #expect(stop.stopID == "S1")
        #expect(stop.stopLat == 47.378)
        #expect(stop.locationType == .station)
        #expect(stop.wheelchairBoarding?.code == 7)
        #expect(stop.stopTimezone == "Europe/Zurich")
        #expect(stop.stopName == nil)
    }

    @Test("A calendar knows its days by name")
    func weekdays() {
        var calendar = ServiceCalendar()
        calendar.monday = .running
        calendar.sunday = .notRunning
        #expect(calendar[.monday] == .running)
        #expect(calendar[.sunday] == .notRunning)
        #expect(calendar[.tuesday] == nil)
    }

    private func expectFilled<Row: FeedRow>(_ type: Row.Type) {
        var row = Row()
        #expect(filledProperties(of: row) == [])
        for field in Row.fields {
            #expect(withCell(field.spec.type.goodCell) { field.read($0, &row) })
        }
        #expect(filledProperties(of: row) == Mirror(reflecting: row).children.compactMap(\.label))
    }

    private func expectRefusal<Row: FeedRow>(_ type: Row.Type) {
        var row = Row()
        for field in Row.fields {
            guard let text = field.spec.type.badCell else { continue }
            #expect(!withCell(text) { field.read($0, &row) }, "\(Row.file.name) \(field.spec.name)")
        }
        #expect(filledProperties(of: row) == [])
    }

    private func expectSameCells<Row: FeedRow>(_ type: Row.Type) {
        for field in Row.fields {
            var row = Row()
            #expect(field.text(row) == nil)
            #expect(withCell(field.spec.type.goodCell) { field.read($0, &row) })
            let text = field.text(row)
            var copy = Row()
            #expect(withCell(text ?? "") { field.read($0, &copy) })
            #expect(field.text(copy) == text, "\(Row.file.name) \(field.spec.name)")
            #expect("\(copy)" == "\(row)")
        }
    }

    private func expectNames<Row: FeedRow>(_ type: Row.Type) {
        for field in Row.fields {
            var row = Row()
            #expect(withCell(field.spec.type.goodCell) { field.read($0, &row) })
            let expected = field.spec.name.filter { $0 != "_" }
            #expect(filledProperties(of: row).map { $0.lowercased() } == [expected])
        }
    }

    /// The names of the properties that are not nil, in the order of their declaration.
    private func filledProperties(of row: some FeedRow) -> [String] {
        Mirror(reflecting: row).children.compactMap { label, value in
            Mirror(reflecting: value).children.isEmpty ? nil : label
        }
    }
}

extension FeedRow {
    /// The cells that are not blank, with the names of their columns.
    fileprivate var cells: [String] {
        Self.fields.compactMap { field in field.text(self).map { "\(field.spec.name)=\($0)" } }
    }
}

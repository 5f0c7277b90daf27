import FeedReading
import GTFSSchedule
import Testing

@Suite("Tables and their faults")
struct TableReaderTests {
    private final class Reading {
        let findings = Findings()
        let reader: TableReader
        private(set) var rejections: [Rejection] = []

        init(_ table: TableSpec, _ text: String) throws {
            reader = try TableReader(
                table, source: MemorySource(Array(text.utf8)), findings: findings)
            findings.onReject = { [weak self] in self?.rejections.append($0) }
        }

        var counts: [NoticeDefinition: Int] { findings.counts }

        /// The first notice of a code as "row field value".
        func first(_ notice: NoticeDefinition) -> String? {
            findings.samples(notice).first?.place
        }

        func checkAll() throws -> [[CheckedRow.Value]] {
            let row = CheckedRow(reader)
            var rows: [[CheckedRow.Value]] = []
            while try reader.next() { if row.load() { rows.append(row.values) } }
            return rows
        }
    }

    @Test("Columns are found by name; unknown, doubled, nameless and missing ones are noted")
    func columns() throws {
        let reading = try Reading(
            Stop.table, "zone,stop_name,,stop_id,stop_name\n1,first,,A,second\n")
        #expect(try reading.reader.next())
        let name = try #require(Stop.table.fields.firstIndex { $0.name == "stop_name" })
        let id = try #require(Stop.table.fields.firstIndex { $0.name == "stop_id" })
        #expect(String(decoding: reading.reader.cell(name), as: UTF8.self) == "first")
        #expect(String(decoding: reading.reader.cell(id), as: UTF8.self) == "A")
        #expect(reading.reader.columns.unknown == ["zone"])
        #expect(
            reading.counts == [.unknownColumn: 1, .duplicatedColumn: 1, .emptyColumnName: 1])
        #expect(reading.first(.emptyColumnName) == "0 - 3")
        #expect(reading.first(.duplicatedColumn) == "0 stop_name -")
        let trips = try Reading(Trip.table, "trip_id\n")
        #expect(trips.counts == [.missingRequiredColumn: 2])
    }

    @Test("Columns whose names look the same but have different bytes are two")
    func canonicalEquivalents() throws {
        let reading = try Reading(Stop.table, "stop_id,x_\u{E9},x_e\u{301}\nA,1,2\n")
        #expect(reading.reader.columns.unknownPlaces == [1, 2])
        #expect(reading.counts[.unknownColumn] == 2)
        #expect(reading.counts[.duplicatedColumn] == nil)
    }

    @Test("A file without a header is noted, and has no rows")
    func empty() throws {
        let reading = try Reading(Stop.table, "\n\n")
        #expect(try !reading.reader.next())
        #expect(reading.counts == [.emptyFile: 1])
        #expect(reading.reader.rows == 0)
    }

    @Test("Short rows are blank at the end; what long rows have more is rejected")
    func rowLengths() throws {
        let reading = try Reading(Level.table, "level_id,level_index\nL1\nL2,2,extra,,more\nL3,3\n")
        let rows = try reading.checkAll()
        #expect(rows.count == 3)
        #expect(reading.reader.rows == 3)
        #expect(reading.counts[.invalidRowLength] == 4)
        #expect(
            reading.rejections.map { "\($0.row) \($0.field ?? "-") \($0.value)" } == [
                "3 column 3 extra", "3 column 5 more",
            ])
        guard case .null = rows[0][1] else {
            Issue.record("the missing cell is blank")
            return
        }
    }

    @Test("Blanks in quotes, stray quotes, line ends and bad bytes in cells are noted")
    func traits() throws {
        let bytes =
            Array("stop_id,stop_name,stop_desc\nA,\" x\",\"p\"q\nB,\"two\nlines\",y\nC,".utf8)
            + [0xE9] + Array(",z\nD,\"open,w\n".utf8)
        let findings = Findings()
        let reader = try TableReader(
            Stop.table, source: MemorySource(bytes), findings: findings)
        while try reader.next() {}
        #expect(
            findings.counts
                == [
                    .leadingOrTrailingWhitespaces: 1, .strayQuote: 2, .newLineInValue: 1,
                    .invalidCharacter: 1, .missingRequiredColumn: 0,
                ].filter { $0.value > 0 })
        #expect(findings.samples(.invalidCharacter).first?.fields["csvRowNumber"] == .integer(5))
        #expect(findings.samples(.newLineInValue).first?.fields["csvRowNumber"] == .integer(4))
        #expect(
            findings.samples(.strayQuote).map { $0.fields["csvRowNumber"] } == [
                .integer(2), .integer(6),
            ])
    }

    @Test("A bad cell is NULL and rejected; one out of range is kept and noted")
    func badCells() throws {
        let reading = try Reading(
            Stop.table, "stop_id,stop_lat,stop_lon,location_type\nA,north,181.5,9\n")
        let row = try #require(try reading.checkAll().first)
        let fields = Stop.table.fields.map(\.name)
        guard case .null = row[try #require(fields.firstIndex(of: "stop_lat"))],
            case .real(181.5) = row[try #require(fields.firstIndex(of: "stop_lon"))],
            case .integer(9) = row[try #require(fields.firstIndex(of: "location_type"))]
        else {
            Issue.record("\(row)")
            return
        }
        #expect(
            reading.rejections.map { "\($0.file) \($0.row) \($0.field ?? "-") \($0.value)" }
                == ["stops.txt 2 stop_lat north"])
        #expect(reading.rejections.map(\.code) == ["invalid_float"])
        #expect(
            reading.counts == [.invalidFloat: 1, .numberOutOfRange: 1, .unexpectedEnumValue: 1])
        #expect(reading.findings.rejectedCells == 1)
    }

    @Test("A row without its key is rejected whole, once, in its own words")
    func missingKey() throws {
        let reading = try Reading(
            CalendarDate.table,
            "service_id,date,exception_type\n,20260101,1\nS,yesterday,1\nS,20260101,1\n")
        #expect(try reading.checkAll().count == 1)
        #expect(
            reading.rejections.map {
                "\($0.row) \($0.field ?? "-") \($0.value) \($0.code)"
            }
                == [
                    "2 - ,20260101,1 missing_required_field", "3 - S,yesterday,1 invalid_date",
                ])
        #expect(reading.findings.rejectedRows == 2)
        #expect(reading.findings.rejectedCells == 0)
    }

    @Test("Counts are never capped, samples are")
    func samples() throws {
        let rows = (0..<1010).map { "S\($0),x\n" }.joined()
        let reading = try Reading(Stop.table, "stop_id,stop_lat\n" + rows)
        _ = try reading.checkAll()
        #expect(reading.counts[.invalidFloat] == 1010)
        #expect(reading.findings.samples(.invalidFloat).count == NoticeBin.sampleLimit)
    }
}

extension Findings {
    var counts: [NoticeDefinition: Int] {
        Dictionary(uniqueKeysWithValues: notices.entries.map { ($0.definition, $0.count) })
    }

    func samples(_ notice: NoticeDefinition) -> [ValidationNotice] {
        notices.entries.first { $0.definition == notice }?.samples ?? []
    }
}

extension ValidationNotice {
    /// "row field value".
    var place: String {
        func text(_ name: String, _ blank: String) -> String {
            switch fields[name] {
            case .integer(let number): "\(number)"
            case .text(let text): text
            default: blank
            }
        }
        return [text("csvRowNumber", "0"), text("fieldName", "-"), text("fieldValue", "-")]
            .joined(separator: " ")
    }
}

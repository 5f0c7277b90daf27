import FeedReading
import Foundation
import TestSupport
import Testing

@testable import FeedValidation

@Suite("Rows of trips whose rows do not follow each other") struct RowListsTests {
    /// Lists of some rows to thousands, together more than memory is meant to hold.
    private static func lists(_ generator: inout SeededGenerator) -> [[Int32]] {
        (0..<300).map { number in
            let count = number % 50 == 7 ? 5_000 : Int.random(in: 1...120, using: &generator)
            return (0..<count).map { _ in Int32.random(in: 2...Int32.max, using: &generator) }
        }
    }

    /// Where no scratch file can be made, they stay in memory.
    @Test(
        "They are unchanged after a round trip, list by list and row by row",
        arguments: UInt64(1)...3,
        [true, false])
    func comeBack(_ seed: UInt64, hasFolder: Bool) throws {
        var generator = SeededGenerator(seed: seed)
        let folder = try TestFolder()
        let kept = RowLists(directory: hasFolder ? folder.path : folder.path + "/nowhere")
        let lists = Self.lists(&generator)
        for (number, list) in lists.enumerated() {
            #expect(kept.count == number)
            try kept.append(list)
        }
        for (number, list) in lists.enumerated().shuffled(using: &generator) {
            #expect(kept[number] == list)
            let position = Int.random(in: list.indices, using: &generator)
            #expect(kept[number, position] == list[position])
        }
        try kept.bytes.throwFailure()
    }

    @Test("Notices name rows of trips whose rows are spread over the file")
    func notices() throws {
        let (trips, calls) = (900, 40)
        var feed = TestFeed.base
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n" + (0..<trips).map { "R,WD,T\($0)\n" }.joined()
        var rows = "trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint\n"
        for position in 0..<calls {
            let time = "08:\(position + 10):00"
            for trip in 0..<trips {
                let timepoint = position == 20 ? "" : "1"
                rows += "T\(trip),\(time),\(time),A,\(position),\(timepoint)\n"
            }
        }
        feed["stop_times.txt"] = rows
        let groups = try Findings(feed).report.groups
        func samples(_ code: String) throws -> [NoticeFields] {
            let group = try #require(groups.first { $0.code == code })
            #expect(group.count == trips)
            return group.samples.map(\.fields)
        }
        let unsorted = try samples("unsorted_stop_times")
        let untimed = try samples("missing_timepoint_value")
        for trip in 0..<trips {
            #expect(unsorted[trip]["tripId"] == .text("T\(trip)"))
            #expect(unsorted[trip]["startCsvRowNumber"] == .integer(2 + trip))
            #expect(unsorted[trip]["endCsvRowNumber"] == .integer(2 + (calls - 1) * trips + trip))
            #expect(untimed[trip]["tripId"] == .text("T\(trip)"))
            #expect(untimed[trip]["csvRowNumber"] == .integer(2 + 20 * trips + trip))
        }
    }

    #if os(Linux)
        @Test("Rows that cannot be read any more are an error, not other rows")
        func unreadable() throws {
            var generator = SeededGenerator(seed: 4)
            let folder = try TestFolder()
            let kept = RowLists(directory: folder.path)
            for list in Self.lists(&generator) { try kept.append(list) }
            try Self.emptyScratchFile(in: folder.path)
            _ = kept[12]
            #expect(throws: FeedError.self) { try kept.bytes.throwFailure() }
        }

        /// Empties the one file that this process has open in a folder and that has no name.
        private static func emptyScratchFile(in folder: String) throws {
            let name = URL(fileURLWithPath: folder).lastPathComponent
            let files = try OpenFiles.descriptors { $0.contains("/\(name)/.gtfs-") }
            try #require(files.count == 1)
            let file = FileHandle(fileDescriptor: files[0], closeOnDealloc: false)
            try file.truncate(atOffset: 0)
        }
    #endif
}

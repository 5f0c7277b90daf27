import Dispatch
import FeedReading
import Foundation
import SystemLayer
import TestSupport
import Testing

/// A file is read with the help of threads that are some chunks ahead. Its reader cannot tell.
@Suite("Records that are decoded ahead of their reader", .blocking)
struct DecodedChunksTests {
    /// The records of a chunk as texts, with what it takes to find them again.
    final class Block: @unchecked Sendable {
        // Sendable: as `ChunkDecoder` says, a block belongs to one thread at a time.
        struct Record {
            let start: Int
            let end: Int
            let passedMarks: Int
            let cells: [String]
        }

        var records: [Record] = []
    }

    struct Decoder: ChunkDecoder {
        func makeBlock() -> Block { Block() }
        func makeMemory() {}

        func decode(_ records: inout MarkedRecords, _ memory: inout Void, into block: Block) {
            block.records = []
            while let cells = records.next() {
                block.records.append(
                    Block.Record(
                        start: records.start, end: records.end, passedMarks: records.passedMarks,
                        cells: (0..<cells.count).map { String(decoding: cells[$0], as: UTF8.self) })
                )
            }
        }
    }

    /// The rows of a file and the lines they end on.
    private struct Reading: Equatable {
        var rows: [[String]] = []
        var lines: [Int] = []
        /// How many rows came from blocks.
        var decoded = 0

        static func == (left: Reading, right: Reading) -> Bool {
            left.rows == right.rows && left.lines == right.lines
        }
    }

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func archive(_ files: [String: [UInt8]]) throws -> FeedArchive {
        for (name, content) in files { try folder.write("feed/" + name, content) }
        return try FeedArchive.open(folder.path + "/feed", options: folder.options())
    }

    private func read(
        _ source: any ByteSource, threads: Int?, dialect: CSVDialect = .forgiving,
        rows most: Int = .max
    ) throws -> Reading {
        let chunks = DecodedChunks<Decoder>(source)
        defer { chunks.stop() }
        let reader = try CSVReader(chunks, dialect: dialect)
        if let threads { chunks.start(Decoder(), dialect: dialect, threads: threads) }
        var reading = Reading()
        while reading.rows.count < most {
            if let place = reader.placeInChunk(),
                let record = chunks.block?.records.first(where: { $0.start == place })
            {
                reader.pass(1, to: record.end, passedMarks: record.passedMarks)
                reading.rows.append(record.cells)
                reading.lines.append(reader.row)
                reading.decoded += 1
                continue
            }
            guard try reader.next() else { break }
            reading.rows.append(
                (0..<reader.count).map { String(decoding: reader[$0], as: UTF8.self) })
            reading.lines.append(reader.row)
        }
        return reading
    }

    @Test(
        "Rows and lines are those of the reader alone, whatever the file, the chunks and the threads",
        arguments: 0..<60 as Range<UInt64>)
    func alike(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a", "bc", ",", ",", ",", "\n", "\n", "\r\n", "\r", "\"", "\"x\"", "\"x,y\"", "\"\"",
            "\"x\ny\"", " ", "ü", "\u{0}", "#", "123",
        ]
        var text = "one,two,three\n"
        for _ in 0..<3000 { text += pieces.randomElement(using: &random) ?? "" }
        var bytes = Array(text.utf8)
        if seed % 3 == 0 { bytes[bytes.count / 2] = 0xFF }
        let archive = try archive(["stops.txt": bytes])
        let chunkSize = [32, 100, 700, 4000][Int(seed % 4)]
        for dialect in [CSVDialect.forgiving, .canonical] {
            let readings = try [nil, 0, 1, 3].map { threads in
                let pump = FeedPump(archive, plan: archive.members, slots: 3, chunkSize: chunkSize)
                return try read(pump.nextFile(), threads: threads, dialect: dialect)
            }
            #expect(readings[0].decoded == 0)
            #expect(readings[1] == readings[0])
            #expect(readings[2] == readings[0])
            #expect(readings[3] == readings[0])
        }
    }

    private static let plain = Array(
        ("id,name\n" + (0..<4000).map { "\($0),Stop \($0)\n" }.joined()).utf8)

    @Test(
        "Of a plain file, all rows but those across chunks and in the first one come from blocks",
        arguments: [0, 2])
    func mostAreDecoded(threads: Int) throws {
        let archive = try archive(["stops.txt": Self.plain])
        let pump = FeedPump(archive, plan: archive.members, chunkSize: 1000)
        let reading = try read(pump.nextFile(), threads: threads)
        let chunks = Self.plain.count / 1000
        #expect(reading.rows.count == 4000)
        #expect(reading.rows[3999] == ["3999", "Stop 3999"])
        #expect(reading.lines[3999] == 4001)
        #expect(reading.decoded > 4000 - chunks * 2 - 100)
        #expect(reading.decoded < 4000)
    }

    @Test("A file in UTF-16 is decoded ahead, too")
    func utf16() throws {
        let bytes = String(decoding: Self.plain, as: UTF8.self).utf16.flatMap {
            [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        let archive = try archive(["stops.txt": [0xFF, 0xFE] + bytes])
        let pump = FeedPump(archive, plan: archive.members, chunkSize: 1000)
        let reading = try read(pump.nextFile(), threads: 2)
        #expect(reading.rows.count == 4000)
        #expect(reading.rows[3999] == ["3999", "Stop 3999"])
        #expect(reading.decoded > 3000)
    }

    @Test("No thread begins for a file that fits in a chunk")
    func small() throws {
        let archive = try archive(["stops.txt": Self.plain])
        let pump = FeedPump(archive, plan: archive.members, chunkSize: 1 << 18)
        let reading = try read(pump.nextFile(), threads: 2)
        #expect(reading.rows.count == 4000)
        #expect(reading.decoded == 0)
    }

    /// Tells of the chunks that are decoded beside the reader, and can hold these up until the reader has
    /// decoded one.
    private struct WatchedDecoder: ChunkDecoder {
        let reader: ObjectIdentifier
        let holdsOthers: Bool
        /// Signals for each chunk that a thread other than the reader begins to decode.
        let hasOtherBegun = DispatchSemaphore(value: 0)
        let hasReaderDecoded = DispatchSemaphore(value: 0)
        /// Chunks that the reader decoded.
        let ofReader = Locked(0)

        func makeBlock() -> Block { Block() }
        func makeMemory() {}

        func decode(_ records: inout MarkedRecords, _ memory: inout Void, into block: Block) {
            if ObjectIdentifier(Thread.current) == reader {
                ofReader.withLock { $0 += 1 }
                hasReaderDecoded.signal()
            } else {
                hasOtherBegun.signal()
                if holdsOthers {
                    hasReaderDecoded.wait()
                    hasReaderDecoded.signal()
                }
            }
            Decoder().decode(&records, &memory, into: block)
        }
    }

    /// Reads a file that fills the ring. The reader goes on after its first chunk when another thread
    /// decodes the second: from then on it would have to wait.
    private func readAll(threads: Int, holdsOthers: Bool) throws -> WatchedDecoder {
        let archive = try archive(["stops.txt": Self.plain])
        let pump = FeedPump(archive, plan: archive.members, slots: 8, chunkSize: 1000)
        let chunks = DecodedChunks<WatchedDecoder>(pump.nextFile())
        let reader = try CSVReader(chunks, dialect: .forgiving)
        // At least five chunks are there. Two at most are taken by threads that are held up, so that there
        // is one for the reader.
        while pump.bytesRead < 6000 { usleep(1000) }
        let decoder = WatchedDecoder(
            reader: ObjectIdentifier(Thread.current), holdsOthers: holdsOthers)
        chunks.start(decoder, dialect: .forgiving, threads: threads)
        // Only when that thread has its chunk is it sure that it does not take one at this moment, for which
        // the reader would rather wait than decode.
        decoder.hasOtherBegun.wait()
        var rows = 0
        while try reader.next() { rows += 1 }
        #expect(rows == 4000)
        return decoder
    }

    @Test("A reader that would have to wait decodes chunks itself", arguments: [0, 1])
    func helping(threads: Int) throws {
        let decoder = try readAll(threads: threads, holdsOthers: true)
        #expect(decoder.ofReader.value > 0)
    }

    @Test("The thread that inflates decodes while there is no room for more bytes")
    func inflaterHelps() throws {
        // The reader has not taken a chunk when another thread decodes one, and there is no other.
        _ = try readAll(threads: 0, holdsOthers: false)
    }

    @Test("A reader that stops halfway can read the rest of the file, and the next one")
    func stopped() throws {
        let archive = try archive(["stops.txt": Self.plain, "trips.txt": Array("a,b\n1,2\n".utf8)])
        for (rows, threads) in [(0, 2), (1, 2), (200, 2), (3999, 2), (1, 0), (200, 0)] {
            let pump = FeedPump(archive, plan: archive.members, slots: 4, chunkSize: 1000)
            let source = pump.nextFile()
            let reading = try read(source, threads: threads, rows: rows)
            #expect(reading.rows.count == rows)
            try pump.drain(source)
            #expect(pump.bytesRead >= Self.plain.count)
            #expect(try read(pump.nextFile(), threads: threads).rows == [["1", "2"]])
        }
    }

    @Test("A file that cannot be inflated to its end says so, to whom it concerns")
    func damaged() throws {
        let text = String(decoding: Self.plain, as: UTF8.self)
        var zip = try ArchiveBuilder.pack([("stops.txt", text)], as: .zip(options: ""))
        zip[zip.count / 2] ^= 0x10
        try folder.write("damaged.zip", zip)
        let archive = try FeedArchive.open(
            folder.path + "/damaged.zip", options: folder.options())
        for (rows, threads) in [(Int.max, 2), (10, 2), (Int.max, 0), (10, 0)] {
            let pump = FeedPump(archive, plan: archive.members, slots: 4, chunkSize: 1000)
            let source = pump.nextFile()
            #expect(throws: FeedError.self) {
                _ = try read(source, threads: threads, rows: rows)
                try pump.drain(source)
            }
        }
    }

    @Test("Reading is cancelled at once, however far the threads are ahead")
    func abandoned() throws {
        let archive = try archive(["stops.txt": Self.plain])
        for (slots, threads) in [(2, 3), (3, 3), (4, 3), (5, 3), (2, 0), (3, 0)] {
            let pump = FeedPump(archive, plan: archive.members, slots: slots, chunkSize: 100)
            let source = pump.nextFile()
            let chunks = DecodedChunks<Decoder>(source)
            _ = try chunks.nextChunk()
            chunks.start(Decoder(), dialect: .forgiving, threads: threads)
            _ = try chunks.nextChunk()
            chunks.stop()
            pump.stop()
        }
    }
}

import FeedReading

struct UnknownFileCheck {
    let archive: FeedArchive

    enum Verdict {
        case table(header: [String])
        case other(String)
    }

    func verdict(_ member: FeedArchive.Member) throws -> Verdict {
        guard ExtensionNames.hasTableEnding(member.name) else {
            return .other("its name ends in neither .txt nor .csv")
        }
        guard ExtensionNames.isFile(member.name) else {
            return .other("its name is too long, or has a slash, backslash or NUL")
        }
        let pump = FeedPump(
            archive, plan: [member], slots: 2, convertsText: false, isHashed: false,
            passable: [])
        defer { pump.stop() }
        do throws(FeedError) {
            return try verdict(CSVReader(pump.nextFile()))
        } catch {
            if archive.cancellation.isCancelled { throw error }
            return .other("it cannot be read")
        }
    }

    private func verdict(_ reader: CSVReader) throws(FeedError) -> Verdict {
        let header = reader.header
        guard !header.isEmpty else { return .other("it is empty") }
        if let fault = fault(reader) { return .other(fault) }
        guard header.allSatisfy({ 1...ExtensionNames.longestHeader ~= $0.count }) else {
            return .other("its first line is not a header")
        }
        if header.count == 1, header[0].contains(" ") {
            return .other("its first line is not a header")
        }
        guard header.count <= ExtensionNames.mostColumns else {
            return .other("it has more than \(ExtensionNames.mostColumns) columns")
        }
        while try reader.next() {
            if let fault = fault(reader) { return .other(fault) }
            guard reader.count == header.count else {
                return .other("row \(reader.row) has a different number of cells from the header")
            }
        }
        return .table(header: header)
    }

    private func fault(_ reader: CSVReader) -> String? {
        if reader.isOrdinary { return nil }
        if reader.allTraits.contains(.nul) { return "it has NUL bytes" }
        if reader.isRepaired { return "it is not UTF-8" }
        return reader.isCut ? "row \(reader.row) is too long" : nil
    }
}

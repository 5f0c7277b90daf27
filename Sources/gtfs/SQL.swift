import ArgumentParser
import BundleWriting
import FeedReading
import SQLiteLayer
import SystemLayer

struct SQL: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Ask a bundle a question in SQL.",
        discussion: """
            Prints the rows of one SELECT as CSV, or as JSON, as they come: a question may have \
            millions of rows. The tables and views are those of schema/bundle.sql. The query can \
            only read the bundle. In CSV, NULL is a blank; a blob is hexadecimal digits.
            """)

    @Flag(help: "Print CSV, as without it.")
    var csv = false

    @Flag(help: "Print a JSON array with an object for each row.")
    var json = false

    @Argument(help: "The bundle.")
    var bundle: String

    @Argument(help: "The SELECT.")
    var query: String

    func validate() throws {
        if json, csv { throw ValidationError("choose one of --json and --csv") }
    }

    func run() throws {
        _ = try PublishedBundle(path: bundle)
        do {
            let connection = try Connection(path: bundle, .reading)
            try connection.distrust()
            try connection.limitQueries()
            var rest = ""
            let rows = try Statement(connection, query, rest: &rest)
            guard rows.isQuery, rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
                throw ValidationError("the query: is not one SELECT")
            }
            guard !rows.hasParameters else {
                throw ValidationError("the query: has parameters, which nothing gives values")
            }
            try json ? writeJSON(rows) : writeCSV(rows)
        } catch let failure as SQLiteFailure {
            let reason = TerminalText.safe(failure.description, limit: 300)
            guard !failure.isDamage else {
                throw BundleError.notABundle(path: bundle, reason: "is damaged: \(reason)")
            }
            throw ValidationError("the query: \(reason)")
        }
    }

    private func writeCSV(_ rows: Statement) throws {
        let places = 0..<rows.row.count
        try CSVTable(columns: places.map(rows.row.name)).writeRows { write in
            while try rows.next() {
                try write(
                    places.map { rows.row.isBlob($0) ? rows.row.hex($0) : rows.row.exactText($0) })
            }
        }
    }

    private func writeJSON(_ rows: Statement) throws {
        let places = 0..<rows.row.count
        let names = places.map(rows.row.name)
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError(
                "the query: two columns are named \(TerminalText.line(name)); AS gives other names")
        }
        let keys = names.map { JSONValue.string($0).text }
        var text = "["
        var separator = "\n"
        while try rows.next() {
            let members = places.map { "\(keys[$0]):\(rows.row.json($0))" }
            text += "\(separator){\(members.joined(separator: ","))}"
            separator = ",\n"
            if text.utf8.count > 1 << 16 {
                try StandardOutput.write(data: text)
                text = ""
            }
        }
        try StandardOutput.write(data: text + "\n]\n")
    }
}

extension Columns {
    fileprivate func hex(_ place: Int) -> String {
        let digits = Array("0123456789abcdef")
        var text = ""
        for byte in blob(place) {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }

    /// Infinite numbers, which JSON lacks, are null.
    fileprivate func json(_ place: Int) -> String {
        if isReal(place) { return real(place).flatMap { $0.isFinite ? "\($0)" : nil } ?? "null" }
        if isInteger(place) { return asText(place) ?? "null" }
        let text = isBlob(place) ? hex(place) : text(place)
        return text.map { JSONValue.string($0).text } ?? "null"
    }
}

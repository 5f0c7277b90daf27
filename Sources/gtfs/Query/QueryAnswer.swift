import Foundation
import TransitAPI
import TransitAnswers

struct QueryAnswer {
    /// The data as the server gives it; few answers have several pages.
    private let pages: [any WireForm]
    private let notes: [Note]
    /// What a list lacks; nil where it is whole.
    private let rest: String?
    /// Thrown when all is written.
    private let failure: (any Error)?
    private let table: CSVTable
    /// The data of CSV: a large answer in parts, whose rows are written one part after another.
    private let parts: any Sequence<any WireForm>
    private let lines: () async throws -> [String]

    /// - Parameters:
    ///   - notes: written to standard error; nil for the notes of the answer.
    ///   - rest: what a list lacks; standard error has it unless the text does.
    ///   - failure: thrown when all is written; nil for an answer as it was wanted.
    ///   - parts: the data for CSV; nil for that of the server.
    ///   - lines: makes the text for people.
    init<Payload: WireForm>(
        _ pages: [Envelope<Payload>], notes: [Note]? = nil, rest: String? = nil,
        failure: (any Error)? = nil, table: CSVTable, of parts: (any Sequence<any WireForm>)? = nil,
        lines: @escaping () async throws -> [String]
    ) {
        self.pages = pages.map(\.data)
        self.notes = notes ?? pages.flatMap(\.meta.notes)
        self.rest = rest
        self.failure = failure
        self.table = table
        self.parts = parts ?? self.pages
        self.lines = lines
    }

    func write(as form: QueryOptions) async throws {
        // Remarks about live data have been written for each message.
        for note in notes where !note.code.text.hasPrefix("realtime_") {
            StandardError.remark(
                note.ids.isEmpty
                    ? note.message : "\(note.message.dropLast()): \(note.ids.listed())")
        }
        if let rest, form.json || form.csv { StandardError.remark(rest) }
        if form.json {
            for page in pages {
                try StandardOutput.write(
                    data: String(decoding: try AnswerBody.bytes(of: page), as: UTF8.self) + "\n")
            }
        } else if form.csv {
            try table.write(parts) { try AnswerBody.bytes(of: $0) }
        } else {
            let lines = try await lines() + (rest.map { ["  \($0)"] } ?? [])
            try StandardOutput.write(lines.map { $0 + "\n" }.joined())
        }
        if let failure { throw failure }
    }
}

extension [String] {
    private static var mostListed: Int { 3 }

    /// `a, b, c and 5 more`.
    func listed(by separator: String = ", ") -> String {
        prefix(Self.mostListed).joined(separator: separator)
            + (count > Self.mostListed ? " and \(count - Self.mostListed) more" : "")
    }
}

package import TransitAPI

/// It identifies the question and the version of the bundle, so that no page continues a different
/// answer:
///
///     8c1f03a9b27d6e55_1_o6ts3k_2
///     [hash of both  ] [numbers, in base 36]
///
/// Where an answer has live data, the first number is that of its generation.
package struct PageCursor {
    private let mark: String
    private let generation: Int?

    init(_ question: Question, in context: AnswerContext) {
        let query = question.canonicalQuery(without: ["cursor"])
        // FNV-1a: not a secret, only a name that is short and the same in every process.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for part in [context.version, question.endpoint.rawValue, question.id ?? "", query] {
            for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        mark = String(hash, radix: 16)
        generation = context.live?.stamp.number
    }

    func text(_ numbers: [Int]) -> String {
        let all = (generation.map { [$0] } ?? []) + numbers
        return ([mark] + all.map { String($0, radix: 36) }).joined(separator: "_")
    }

    /// The generation that the cursor of a question with live data names; nil without a cursor, or
    /// with one that will be refused.
    package static func generation(of question: Question) -> Int? {
        question.cursor.flatMap { cursor in
            cursor.split(separator: "_").dropFirst().first.flatMap { Int($0, radix: 36) }
        }
    }

    func numbers(of question: Question, count: Int) throws(APIFailure) -> [Int]? {
        guard let cursor = question.cursor else { return nil }
        let parts = cursor.split(separator: "_", omittingEmptySubsequences: false)
        var numbers = parts.dropFirst().compactMap { Int($0, radix: 36) }
        let count = count + (generation == nil ? 0 : 1)
        // Made-up cursors must not lead to instants that overflow.
        guard parts.count == count + 1, numbers.count == count,
            numbers.allSatisfy({ -Self.largest...Self.largest ~= $0 })
        else {
            throw APIFailure(
                .badValue, field: "cursor",
                "cursor must be the meta.next or meta.previous of an answer.")
        }
        guard parts[0] == mark else { throw Self.stale }
        if generation != nil { numbers.removeFirst() }
        return numbers
    }

    package static let stale = APIFailure(
        .staleCursor, field: "cursor",
        "The cursor belongs to another version of the feed, to earlier live data, or to another "
            + "question. Ask again without it.")

    /// Instants and places in lists are far smaller.
    private static let largest = 1_000_000_000_000
}

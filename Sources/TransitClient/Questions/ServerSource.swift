import Foundation
import TransitAPI
import TransitModel

/// Answers that must agree come from one session.
struct ServerSource: TransitSource {
    let asker: any QuestionAsker
    let watch: VersionWatch
    var language: String?
    var session: VersionSession?

    func find<Kind: QuestionType>(
        _ kind: Kind.Type, id: String? = nil, _ change: (inout Asked<Kind>) -> Void = { _ in }
    ) async throws -> Kind.Answer? {
        try await asking { conversation in try await conversation.find(kind, id: id, change) }
    }

    func asking<Value>(_ body: (Conversation) async throws -> Value) async throws -> Value {
        if let session {
            try Task.checkCancellation()
            return try await body(Conversation(session: session, language: language))
        }
        return try await VersionSession.leading(asker, watching: watch) { session in
            try await body(Conversation(session: session, language: language))
        }.value
    }
}

struct Conversation {
    let session: VersionSession
    let language: String?

    func ask<Kind: QuestionType>(
        _ asked: Asked<Kind>
    ) async throws -> AskedAnswer<Kind.Answer> {
        try await session.ask(asked.checked(), as: Kind.Answer.self, language: language)
    }

    func ask<Kind: QuestionType>(_ kind: Kind.Type) async throws -> AskedAnswer<Kind.Answer> {
        try await ask(Asked<Kind>())
    }

    func find<Kind: QuestionType>(
        _ kind: Kind.Type, id: String? = nil, _ change: (inout Asked<Kind>) -> Void = { _ in }
    ) async throws -> Kind.Answer? {
        if let id, !Self.isAskable(id) { return nil }
        return try await known { try await ask(Asked(id: id, change)).data }
    }

    /// Nil where the feed lacks what is asked for.
    func known<Value>(_ answer: () async throws -> Value) async throws -> Value? {
        do {
            return try await answer()
        } catch APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _) {
            return nil
        }
    }

    /// - Parameter goesOn: whether the page after one with these rows is wanted.
    func pages<Kind: QuestionType, Row>(
        _ asked: Asked<Kind>, most: Int = .max, while goesOn: ([Row]) -> Bool = { _ in true },
        _ rows: (Kind.Answer) -> [Row]
    ) async throws -> [Row] {
        var asked = asked
        asked.setLimit(min(max(most, 1), ServerSource.longestPage))
        var found: [Row] = []
        var turns = PageTurns()
        var next: String?
        repeat {
            asked.cursor = turns.cursor
            let answer = try await ask(asked)
            let page = rows(answer.data)
            found += page
            next = found.count < most && goesOn(page) ? answer.meta.next : nil
        } while try turns.turn(to: next)
        return Array(found.prefix(most))
    }

    static func isAskable(_ id: String) -> Bool {
        !id.isEmpty && !id.utf8.contains(0)
    }

    static func isShort(_ id: String) -> Bool {
        isAskable(id) && id.unicodeScalars.count <= Parameter.Form.longestID
    }

    /// Whether a path can contain an id. Dots do not fit: browsers and proxies take them for steps
    /// in the path.
    static func fitsPath(_ id: String) -> Bool { isShort(id) && !PercentCoding.isDots(id) }

    static func batches<Element>(_ all: [Element], of most: Int = 100) -> [[Element]] {
        stride(from: 0, to: all.count, by: most).map {
            Array(all[$0..<min($0 + most, all.count)])
        }
    }

    /// Asks some at a time; the answers are in the order of the things.
    func each<Key: Sendable, Value: Sendable>(
        _ keys: [Key], _ question: @escaping @Sendable (Conversation, Key) async throws -> Value
    ) async throws -> [Value] {
        let conversation = self
        return try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            var values = [Value?](repeating: nil, count: keys.count)
            for (index, key) in keys.enumerated() {
                if index >= Self.mostAtOnce, let (index, value) = try await group.next() {
                    values[index] = value
                }
                group.addTask { (index, try await question(conversation, key)) }
            }
            for try await (index, value) in group { values[index] = value }
            return values.compactMap { $0 }
        }
    }

    private static let mostAtOnce = 4
}

extension Stop {
    var askedID: String { Conversation.fitsPath(stopID) ? stopID : "sid:\(sid)" }
}

extension Route {
    var askedID: String { Conversation.fitsPath(routeID) ? routeID : "rid:\(rid)" }
}

extension ServerSource {
    func speaking(_ language: String) async throws -> any TransitSource {
        var source = self
        // The identifiers of locales have a different separator.
        let language = language.replacingOccurrences(of: "_", with: "-")
        // No feed has names in something that is not a language tag.
        source.language = AskingManner(language: language).languageTag
        return source
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        if let session {
            return Answer(try await questions(self), from: session.origin)
        }
        let answer = try await VersionSession.leading(asker, watching: watch) { session in
            var source = self
            source.session = session
            return try await questions(source)
        }
        return Answer(answer.value, from: answer.origin)
    }

    func changes() -> AsyncStream<Void> { watch.changes() }

    func feed() async throws -> FeedDescription {
        try await asking { try await $0.ask(FeedDescriptionQuestion.self).data.model }
    }

    func languages() async throws -> [String] {
        try await asking { try await $0.ask(FeedDescriptionQuestion.self).data.languages }
    }
}

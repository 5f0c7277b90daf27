import Foundation
import SystemLayer
import Testing
import TransitAPI
import TransitModel

/// Asks two sources of one feed the same, and notes where their answers differ.
final class SameAnswers: Sendable {
    /// The outcome of a question.
    enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
        case value(Value)
        /// With the bytes of the words: texts compare as people see them.
        case missing([UInt8])
        case failure(String)
    }

    let bundle: any TransitSource
    let client: any TransitSource
    private let state = Locked<(differences: [String], count: Int, filled: Int)>(([], 0, 0))

    init(_ bundle: any TransitSource, _ client: any TransitSource) {
        self.bundle = bundle
        self.client = client
    }

    var count: Int { state.withLock { $0.count } }
    var filled: Int { state.withLock { $0.filled } }
    /// Where answers differ.
    var differences: [String] { state.withLock { $0.differences } }

    /// The answer of the bundle, after both were asked.
    @discardableResult
    func ask<Value: Equatable & Sendable>(
        _ name: @autoclosure () -> String,
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async -> Value? {
        let expected = await Self.outcome(bundle, question)
        let found = await Self.outcome(client, question)
        state.withLock { state in
            state.count += 1
            if case .value(let value) = expected, !Self.isEmpty(value) { state.filled += 1 }
            guard expected != found, state.differences.count < 50 else { return }
            state.differences.append(Self.difference(name(), expected: expected, found: found))
        }
        if case .value(let value) = expected { return value }
        return nil
    }

    private static func isEmpty(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        return (mirror.displayStyle == .collection || mirror.displayStyle == .optional)
            && mirror.children.isEmpty
    }

    private static func outcome<Value: Equatable & Sendable>(
        _ source: any TransitSource,
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async -> Outcome<Value> {
        do {
            return .value(try await question(source))
        } catch let error as TransitSourceError {
            return .missing(Array("\(error)".utf8))
        } catch {
            return .failure("\(error)")
        }
    }

    /// Where two answers begin to differ, in a few words.
    private static func difference<Value>(
        _ name: String, expected: Outcome<Value>, found: Outcome<Value>
    ) -> String {
        let (one, other) = ("\(expected)", "\(found)")
        let common = zip(one.unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
        func part(_ text: String) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.dropFirst(max(0, common - 120)).prefix(240)))
        }
        return "\(name):\n  bundle …\(part(one))\n  client …\(part(other))"
    }
}

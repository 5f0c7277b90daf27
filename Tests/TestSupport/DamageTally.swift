import Foundation

/// The outcomes of questions to damaged bundles: some were answered, some refused with one line,
/// and anything else is a problem.
///
/// A trap needs no entry: it ends the run of the tests.
package struct DamageTally {
    package private(set) var problems: [String] = []
    package private(set) var answered = 0
    package private(set) var refused = 0
    private var slowest: (seconds: Double, what: String) = (0, "")
    /// The exit code and the line of an error; nil for one that has none.
    private let refusal: (any Error) -> (code: Int32, line: String)?

    package init(refusal: @escaping (any Error) -> (code: Int32, line: String)?) {
        self.refusal = refusal
    }

    /// Asks something, and counts what comes of it.
    ///
    /// - Parameter damage: what was damaged, for who reads a problem.
    package mutating func count(_ question: String, damage: String, _ body: () throws -> Void) {
        let start = Date()
        do {
            try body()
            answered += 1
        } catch {
            refused += 1
            let said = refusal(error)
            let isLine = said.map { !$0.line.contains(where: \.isNewline) } ?? false
            // The data is of no use, nothing has such a name, or the system refuses.
            if !isLine || said.map({ ![65, 66, 73, 74].contains($0.code) }) ?? true {
                problems.append("\(question): \(error), of \(damage)")
            }
        }
        let seconds = Date().timeIntervalSince(start)
        if seconds > slowest.seconds { slowest = (seconds, "\(question), of \(damage)") }
    }

    /// The summary that a long run prints.
    package func report(_ name: String) {
        guard BundleDamage.asked != nil else { return }
        print(
            "\(name): \(answered) answered, \(refused) refused, the slowest took \(slowest.seconds) s: "
                + slowest.what)
    }
}

package import FeedReading
package import GTFSSchedule

/// Codes of `routes.route_type` and names of modes, as people mix them: `3`, `700`, `cable-car`.
package struct RouteTypeList: Hashable, Sendable {
    package let codes: [Int]
    package let modes: [Mode]

    package init(_ words: [String]) throws(UnusableValue) {
        let choices = words.map { (code: Int($0), mode: Mode(word: $0)) }
        guard !choices.isEmpty, choices.allSatisfy({ $0.code != nil || $0.mode != nil }) else {
            throw UnusableValue("expected codes like 3 or 700, or some of \(Mode.words)")
        }
        codes = choices.compactMap(\.code)
        modes = choices.compactMap(\.mode)
    }
}

extension Mode {
    /// A mode by its name, in any case and with either kind of dash: `Cable-Car`.
    package init?(word: String) {
        let parts = word.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        self.init(rawValue: parts.joined(separator: "_"))
    }

    package static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

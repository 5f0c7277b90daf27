import TransitModel

/// If the numbers of a place are the same for two states, so are the boards. They differ from
/// process to process; two are equal by chance as rarely as any 64 bits.
struct PlaceMarks: Sendable {
    private struct Mark {
        var hash = 0
        /// A bit for each source; from the 64th on, sources share one.
        var sources: UInt64 = 0

        mutating func add(_ hash: Int, of source: UInt64) {
            self.hash &+= hash
            sources |= source
        }
    }

    private var marks: [StopID: Mark] = [:]
    private var sources: [ExactText] = []
    private var bit: UInt64 = 0

    /// Everything that follows comes from it.
    mutating func begin(_ source: String) {
        let index = sources.firstIndex(of: source.exact) ?? sources.count
        if index == sources.count { sources.append(source.exact) }
        bit = Self.bit(index)
    }

    var source: UInt8 { UInt8(bit.trailingZeroBitCount) }

    private static func bit(_ index: Int) -> UInt64 { 1 << UInt64(index % 64) }

    mutating func add(_ hash: Int, at place: String) {
        marks[StopID(place), default: Mark()].add(hash, of: bit)
    }

    func sources(at places: Set<StopID>) -> Set<ExactText> {
        sources(places.reduce(0) { $0 | (marks[$1]?.sources ?? 0) })
    }

    func sources(_ numbers: [UInt8]) -> Set<ExactText> {
        sources(numbers.reduce(0) { $0 | Self.bit(Int($1)) })
    }

    private func sources(_ bits: UInt64) -> Set<ExactText> {
        Set(sources.enumerated().filter { bits & Self.bit($0.offset) != 0 }.map(\.element))
    }

    func changes(since old: PlaceMarks) -> Set<StopID> {
        var changed = Set(
            marks.lazy.filter { old.marks[$0.key]?.hash != $0.value.hash }.map(\.key))
        for place in old.marks.keys where marks[place] == nil { changed.insert(place) }
        return changed
    }
}

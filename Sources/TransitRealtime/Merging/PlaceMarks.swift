import TransitModel

/// A number for each place that news is about: where it is the same for two states, boards are too.
///
/// Numbers differ from process to process, and are no more unlikely to be the same by chance than any 64 bits.
struct PlaceMarks: Sendable {
    private var marks: [StopID: Int] = [:]

    mutating func add(_ hash: Int, at places: some Sequence<String>) {
        for place in places { marks[StopID(place), default: 0] &+= hash }
    }

    func changes(since old: PlaceMarks) -> Set<StopID> {
        var changed = Set(marks.lazy.filter { old.marks[$0.key] != $0.value }.map(\.key))
        for place in old.marks.keys where marks[place] == nil { changed.insert(place) }
        return changed
    }
}

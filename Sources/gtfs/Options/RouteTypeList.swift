import ArgumentParser
import GTFSSchedule

/// What `--route-type` takes: codes of `routes.route_type` and names of modes, commas between.
struct RouteTypeList: Hashable {
    let codes: [Int]
    let modes: [Mode]

    init(argument: String) throws {
        let words = CommaList(argument: argument)?.values ?? []
        let choices = words.map { word in
            (code: Int(word), mode: Mode(rawValue: word.lowercased().underscored))
        }
        guard !choices.isEmpty, choices.allSatisfy({ $0.code != nil || $0.mode != nil }) else {
            let modes = Mode.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("want codes like 3 or 700, or some of \(modes)")
        }
        codes = choices.compactMap(\.code)
        modes = choices.compactMap(\.mode)
    }
}

extension String {
    /// `cable_car` for `cable-car`.
    fileprivate var underscored: String {
        split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_")
    }
}

import ArgumentParser
import Publishing

/// What `--force` overrides: a guard, or that nothing has changed.
enum ForcedGuard: ExpressibleByArgument, Hashable {
    case unchanged
    case named(GuardName)

    init?(argument: String) {
        if argument == "unchanged" {
            self = .unchanged
        } else if let name = GuardName(rawValue: argument) {
            self = .named(name)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { ["unchanged"] + GuardName.allCases.map(\.rawValue) }

    var name: GuardName? {
        if case .named(let name) = self { name } else { nil }
    }

    var text: String { name?.rawValue ?? "unchanged" }
}

/// Whether the reference asks for a file or a field.
public enum Presence: Sendable, Hashable {
    case required
    case optional
    case recommended
    case conditionallyRequired
    case conditionallyForbidden
}

/// Whether the reference asks for a file or a field.
public enum Presence: Sendable, Hashable {
    /// Always.
    case required
    /// The column always; a blank cell says something of its own.
    case requiredColumn
    /// As the publisher likes.
    case optional
    /// Not always, but riders miss it.
    case recommended
    /// When other data call for it; a rule of its own checks that.
    case conditionallyRequired
    /// Not when other data rule it out; a rule of its own checks that.
    case conditionallyForbidden
}

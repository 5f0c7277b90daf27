/// A place where the canonical validator ends a rule with an exception.
///
/// A rule throws it only under `--compat canonical`; what it found until then stays, and
/// `system_errors.json` has an entry as the canonical validator writes it.
struct CanonicalCrash: Error {
    /// The exception's class, such as `java.lang.IllegalArgumentException`.
    let exception: String
    let message: String
    /// The class of the canonical validator that ends there, without its package; nil when it is
    /// named like the rule.
    var validator: String?
}

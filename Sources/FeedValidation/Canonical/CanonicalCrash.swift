/// The end of a rule of the canonical validator with an `IllegalArgumentException`.
///
/// The findings so far stay, and `system_errors.json` gets the entry that it writes.
struct CanonicalCrash: Error {
    let message: String
    /// The class of the canonical validator that ends there, without its package; nil when it has
    /// the rule's name.
    let validator: String?
}

extension LoadedFeed {
    /// Ends a rule where the canonical validator does; without `--compat canonical` it goes on.
    func crashIfCanonical(_ message: String, in validator: String? = nil) throws(CanonicalCrash) {
        guard options.isCanonical else { return }
        throw CanonicalCrash(message: message, validator: validator)
    }
}

/// The end of a rule of the canonical validator, mostly with an `IllegalArgumentException`. The
/// findings so far stay.
struct CanonicalCrash: Error {
    /// That of the exception, for the entry that it writes into `system_errors.json`; nil when the
    /// rule ends without one.
    let message: String?
    /// The class of the canonical validator that ends there, without its package; nil when it has
    /// the rule's name.
    let validator: String?
}

extension LoadedFeed {
    /// Ends a rule where the canonical validator does; without `--compat canonical` it goes on.
    func crashIfCanonical(_ message: String?, in validator: String? = nil) throws(CanonicalCrash) {
        guard options.isCanonical else { return }
        throw CanonicalCrash(message: message, validator: validator)
    }
}

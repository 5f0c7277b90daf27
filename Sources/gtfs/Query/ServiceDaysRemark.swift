import TransitBundle

/// Why nothing runs, where the reason is the day: feeds are often asked for today when they have
/// long ended.
enum ServiceDaysRemark {
    /// To be put behind "nothing leaves"; empty for a day on which trips might run.
    static func text(_ date: ServiceDate, in bundle: TransitBundle) async throws -> String {
        let validity = try await bundle.validity()
        guard let first = validity.firstServiceDay, let last = validity.lastServiceDay else {
            return ": no trip of this feed runs on any day"
        }
        return first <= date && date <= last ? "" : ": trips run \(first) to \(last)"
    }
}

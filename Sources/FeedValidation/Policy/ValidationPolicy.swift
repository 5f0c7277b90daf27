/// How a project treats the findings: which codes it ignores, and which it gives another severity.
public struct ValidationPolicy: Sendable, Equatable {
    /// From which severity on a run fails.
    public enum Threshold: String, Sendable, CaseIterable {
        /// From this severity on; `never` means whatever is found.
        case error, warning, info, never

        /// The severities that fail.
        public var failing: Set<NoticeSeverity> {
            switch self {
            case .error: [.error]
            case .warning: [.error, .warning]
            case .info: [.error, .warning, .info]
            case .never: []
            }
        }
    }

    /// Codes that are left out of the report.
    public var ignored: Set<String> = []
    /// Severities by code, which replace the catalogue's.
    public var severities: [String: NoticeSeverity] = [:]

    /// A policy that leaves the report as it is.
    public init() {}
}

extension ValidationReport {
    /// The report as the policy sees it.
    ///
    /// ```swift
    /// var policy = ValidationPolicy()
    /// policy.ignored = ["feed_expiration_date30_days"]
    /// policy.severities = ["acme_missing_color": .error]
    /// let ours = report.applying(policy)
    /// ```
    public func applying(_ policy: ValidationPolicy) -> ValidationReport {
        var report = self
        report.groups = groups.filter { !policy.ignored.contains($0.code) }.map { group in
            var group = group
            if let severity = policy.severities[group.code] { group.severity = severity }
            return group
        }
        report.groups.sort(by: Group.isInOrder)
        return report
    }
}

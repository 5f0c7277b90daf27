/// How a project treats findings: which codes it ignores, and which it gives another severity.
package struct ValidationPolicy: Sendable, Equatable {
    /// The severity from which a run fails.
    package enum Threshold: String, Sendable, CaseIterable {
        /// Fails from this severity on; `never` means that it does not fail whatever is found.
        case error, warning, info, never

        /// The severities with which a run fails.
        package var failing: Set<NoticeSeverity> {
            switch self {
            case .error: [.error]
            case .warning: [.error, .warning]
            case .info: [.error, .warning, .info]
            case .never: []
            }
        }
    }

    /// The codes that are left out of the report.
    package var ignored: Set<String> = []
    /// The severities by code, which override those of the catalog.
    package var severities: [String: NoticeSeverity] = [:]

    /// Creates a policy that leaves the report as it is.
    package init() {}
}

extension ValidationReport {
    /// Returns the report with the policy applied.
    ///
    /// ```swift
    /// var policy = ValidationPolicy()
    /// policy.ignored = ["feed_expiration_date30_days"]
    /// policy.severities = ["acme_missing_color": .error]
    /// let ours = report.applying(policy)
    /// ```
    package func applying(_ policy: ValidationPolicy) -> ValidationReport {
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

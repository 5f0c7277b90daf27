/// What a report says of the run itself.
public struct ReportContext: Sendable {
    /// The tool and its version.
    public var validatorVersion: String
    /// RFC 3339, in local time.
    public var validatedAt: String
    public var threads = 1
    /// Nil when reports go to standard output.
    public var outputDirectory: String?
    public var systemErrorsName = "system_errors.json"
    public var reportName = "report.json"
    public var htmlName = "report.html"
    /// Whether JSON is indented.
    public var isPretty = true

    public init(validatorVersion: String, validatedAt: String) {
        self.validatorVersion = validatorVersion
        self.validatedAt = validatedAt
    }
}

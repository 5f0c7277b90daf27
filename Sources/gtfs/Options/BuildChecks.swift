import ArgumentParser
import FeedValidation
import Publishing

import struct GTFSSchedule.ServiceDate

/// How `gtfs build` validates the feed on the way.
struct BuildChecks: ParsableArguments {
    @Flag(help: "Do not run the rules of gtfs validate.")
    var noValidate = false

    @Option(
        help: ArgumentHelp(
            "Exit 1 when there are findings of this severity and above: error, warning, info or "
                + "never. The bundle is written anyway.", valueName: "severity"))
    var failOn = ValidationPolicy.Threshold.never

    @OptionGroup
    var notices: NoticeOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The day that counts as today; only with it the bundle holds the totals of notices "
                + "that depend on it.", valueName: "date"),
        transform: ServiceDateArgument.read)
    var date: ServiceDateArgument?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The feed's country, for phone numbers.", valueName: "code"))
    var countryCode: String?

    func validate() throws {
        if noValidate,
            failOn != .never || notices.isGiven || date != nil || countryCode != nil
        {
            throw ValidationError(
                "--no-validate cannot be combined with --fail-on, --ignore, --severity, --date, "
                    + "--country-code")
        }
        try RuleOptions.check(countryCode: countryCode)
    }

    /// The day that counts as today: --date, or else the day of this machine's clock.
    var today: ServiceDate { date?.date ?? LocalClock.today }

    /// Nil with --no-validate.
    func validation() -> BuildValidation? {
        guard !noValidate else { return nil }
        var options = ValidationOptions(
            date: today, countryCode: countryCode?.uppercased())
        // A build prints its notices and draws nothing.
        options.hasMap = false
        return BuildValidation(options, isDated: date != nil)
    }

    /// The findings after --ignore and --severity. The bundle counts all findings.
    func reported(_ report: ValidationReport) -> ValidationReport {
        var policy = ValidationPolicy()
        notices.add(to: &policy)
        return report.applying(policy)
    }

    /// Whether --fail-on makes the run fail.
    func fails(_ report: ValidationReport) -> Bool {
        report.groups.contains { failOn.failing.contains($0.severity) }
    }
}

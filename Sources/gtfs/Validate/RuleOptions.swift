import ArgumentParser
import FeedValidation
import Publishing

struct RuleOptions: ParsableArguments {
    enum Compatibility: String, ExpressibleByArgument, CaseIterable {
        case canonical
    }

    @Option(
        help: ArgumentHelp(
            "canonical: give the counts of the canonical validator (its commit 03717cb), its "
                + "defects included. --fail-on then defaults to never.",
            valueName: "validator"))
    var compat: Compatibility?

    @Option("The day that counts as today, 2026-11-21.", value: "date", name: .shortAndLong)
    var date: ServiceDateArgument?

    @Option(
        "The feed's country, two letters; without it, phone numbers are not checked.",
        value: "code", name: .shortAndLong)
    var countryCode: String?

    @Option(
        name: .shortAndLong, help: "The number of feeds to validate at the same time (default: 1).",
        transform: Int.read)
    var threads: Int = 1

    func validate() throws {
        try Self.check(countryCode: countryCode)
        guard threads > 0 else { throw ValidationError("--threads \(threads): must be at least 1") }
    }

    static func check(countryCode: String?) throws {
        guard let code = countryCode, !BuildSettings.isCountryCode(code) else { return }
        throw ValidationError("--country-code \(code): must be two letters, such as AU")
    }

    func options(_ config: PolicyConfig) throws -> ValidationOptions {
        var options = ValidationOptions(
            date: date?.date,
            countryCode: (countryCode ?? config.countryCode)?.uppercased())
        options.isCanonical = compat == .canonical
        return options
    }
}

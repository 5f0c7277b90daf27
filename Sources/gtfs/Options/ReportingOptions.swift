import ArgumentParser

/// What a verb tells while it works, and how.
struct ReportingOptions: ParsableArguments {
    @Flag(help: "Say nothing but errors.")
    var quiet = false

    @Option(help: "How to report on standard error: text, or json for one object a line.")
    var logFormat = LogFormat.text
}

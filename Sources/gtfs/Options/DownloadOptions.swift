import ArgumentParser
import FeedReading

struct DownloadOptions: ParsableArguments {
    @Option(
        name: .customLong("http-header"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A header for downloads, \"Name: value\"; repeatable. Not sent to other hosts.",
            valueName: "header"), transform: HTTPHeader.read)
    var httpHeaders: [HTTPHeader] = []

    @Flag(
        help: "Follow redirects from the internet to private addresses, such as 127.0.0.1.")
    var allowPrivateRedirects = false
}

extension HTTPHeader: FormedArgument {
    static var form: String { "\"Name: value\"" }

    package init?(argument: String) {
        self.init(text: argument)
    }
}

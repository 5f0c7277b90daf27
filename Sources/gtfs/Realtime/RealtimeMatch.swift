import ArgumentParser
import FeedReading
import GTFSRealtime
import SystemLayer
import TransitBundle
import TransitRealtime

struct RealtimeMatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Show how a message fits a bundle, and why some of it does not.")

    @Flag(help: "Print JSON, with everything that does not fit.")
    var json = false

    @OptionGroup var access: RealtimeAccess

    @Argument(help: "The message: a file, a URL, or - for standard input.")
    var message: String

    @Argument(help: "The bundle.")
    var bundle: TextArgument

    func validate() throws {
        try access.check(message)
    }

    func run() throws {
        let message = try access.message(at: message)
        // A message is matched as of its own time, however old it is.
        let kept = RealtimeMessages(asOf: [message])
        kept.receive(message, from: FeedLocation(self.message).description)
        let match = try MessageMatch(of: kept, over: TransitBundle(path: bundle.text))
        let answer = MatchAnswer(match)
        if json {
            try StandardOutput.write(data: JSONText.pretty(answer) + "\n")
        } else {
            try StandardOutput.write(answer.text)
        }
    }
}

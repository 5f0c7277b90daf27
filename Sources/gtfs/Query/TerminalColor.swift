import FeedReading
import Foundation
import GTFSSchedule
import SystemLayer

/// Colours on a terminal.
enum TerminalColor {
    /// Whether standard output is a terminal whose user wants colours.
    static let isWanted =
        StandardStream.output.isTerminal
        && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// What switches to a route's colours; empty where no colour is wanted.
    static func badge(_ background: Color, _ text: Color) -> String {
        guard isWanted else { return "" }
        return escape + "[48;2;\(background.red);\(background.green);\(background.blue)m"
            + escape + "[38;2;\(text.red);\(text.green);\(text.blue)m"
    }

    static let end = escape + "[0m"

    /// What stands for ESC until text is written: a mark that no feed can know, so that an ESC of a
    /// feed is never taken for one of ours.
    static let escape = "\u{10FFFE}\(UInt64.random(in: .min ... .max))\u{10FFFE}"

    /// Text as a terminal may get it: that of feeds harmless, with our colors.
    static func rendered(_ text: String) -> String {
        TerminalText.lines(text).replacing(escape, with: "\u{1B}")
    }
}

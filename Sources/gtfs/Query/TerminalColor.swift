import Foundation
import GTFSSchedule

/// Colours on a terminal.
enum TerminalColor {
    /// Whether standard output is a terminal whose user wants colours.
    static let isWanted =
        isatty(1) == 1 && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// What switches to a route's colours; empty where no colour is wanted.
    static func badge(_ background: Color, _ text: Color) -> String {
        guard isWanted else { return "" }
        return "\u{1B}[48;2;\(background.red);\(background.green);\(background.blue)m"
            + "\u{1B}[38;2;\(text.red);\(text.green);\(text.blue)m"
    }

    static let end = "\u{1B}[0m"
}

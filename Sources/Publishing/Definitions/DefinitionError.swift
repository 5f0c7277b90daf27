import FeedReading

/// A feed definition that can not be used, and where in it.
package struct DefinitionError: DiagnosedError, Equatable {
    /// The file, as it was named.
    package let file: String
    package let line: Int?
    package let reason: String
    /// A line that helps to put it right.
    package var hint: String?
    /// 64 for what stands in the file, 66 for a file that is not there.
    package var exitCode: Int32 = 64

    package var description: String {
        let place = file + (line.map { ":\($0)" } ?? "")
        return TerminalText.safe("\(place): \(reason)", limit: 600)
    }

    package var details: [String] { hint.map { [TerminalText.safe($0, limit: 300)] } ?? [] }
}

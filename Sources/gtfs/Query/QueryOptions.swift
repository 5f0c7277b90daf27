import ArgumentParser
import Foundation
import TransitBundle

/// What every question takes: the form of the answer, and the bundle as the last argument.
struct QueryOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    @Argument(help: "The bundle.")
    var bundle: TextArgument

    func validate() throws {
        if json, csv { throw ValidationError("choose one of --json and --csv") }
    }

    /// Opens the bundle, asks it, and prints the answer.
    func answer(
        _ question: @escaping @Sendable (TransitBundle) async throws -> QueryAnswer
    ) throws {
        let path = bundle.text
        let answer = try Blocking.run { try await question(TransitBundle(path: path)) }
        if json {
            try StandardOutput.write(data: answer.json + "\n")
        } else if csv {
            try StandardOutput.write(data: answer.csv)
        } else {
            try StandardOutput.write(answer.text)
        }
    }
}

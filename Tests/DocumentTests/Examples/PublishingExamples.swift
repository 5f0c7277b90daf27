import Publishing

/// Runs the nightly job of a definition; the path of the bundle to open from now on.
func nightly(_ file: String) async throws -> String? {
    let update = try FeedUpdate(FeedDefinition.load(file))
    do {
        let result = try await update.run { step in
            if case .warning(let text) = step { print(text) }
        }
        print(result.message)  // "published 20261124-d4cf3e80"
        return result.bundlePath
    } catch PublishingError.refused(_, let findings, _, _) {
        for finding in findings { print("\(finding.name): \(finding.reason)") }
        return nil
    }
}

/// The example in the comment of `FeedUpdate`.
struct PublishingExamples {
    let file: String

    func update() async throws -> UpdateStatus.Outcome {
        let definition = try FeedDefinition.load(file)
        let result = try await FeedUpdate(definition).run()
        return result.outcome
    }
}

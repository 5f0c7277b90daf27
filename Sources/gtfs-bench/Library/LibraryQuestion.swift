import TransitBundle

/// A question that apps ask the library.
struct LibraryQuestion: Sendable {
    /// Asks, and counts the rows of the answer.
    typealias Ask = @Sendable () async throws -> Int

    let name: String
    /// Chooses arguments; nil when the bundle has nothing to ask about.
    let prepare: @Sendable (inout LibraryArguments) async throws -> Ask?

    init(
        _ name: String, prepare: @escaping @Sendable (inout LibraryArguments) async throws -> Ask?
    ) {
        self.name = name
        self.prepare = prepare
    }

    static let all =
        stopQuestions + routeQuestions + departureQuestions + tripQuestions
        + feedQuestions

    /// Asks `samples` times with different arguments; nil when there is nothing to ask.
    func measure(
        samples: Int, _ stopwatch: Stopwatch, _ arguments: inout LibraryArguments
    ) async throws -> LibraryResult? {
        var milliseconds: [Double] = []
        var rows = 0
        // The first time reads pages and prepares statements: not what is asked here.
        for sample in -1..<samples {
            guard let ask = try await prepare(&arguments) else { return nil }
            let start = stopwatch.milliseconds()
            let count = try await ask()
            let end = stopwatch.milliseconds()
            guard sample >= 0 else { continue }
            rows += count
            milliseconds.append(end - start)
        }
        return LibraryResult(
            name: name, samples: samples, rows: Double(rows) / Double(samples),
            milliseconds: Latencies(milliseconds))
    }
}

import TransitBundle

/// What the library takes for a bundle, as it is printed.
struct LibraryReport: Encodable {
    /// Milliseconds for opening the bundle, and for the first search in one that was just opened:
    /// for information, without a target.
    let opening: Latencies
    let firstSearch: Latencies
    let questions: [LibraryResult]

    /// - Parameter only: a part of the names of the questions to ask.
    init(
        path: String, samples: Int, seed: UInt64, only: String?, stopwatch: Stopwatch
    ) async throws {
        var opening: [Double] = []
        var firstSearch: [Double] = []
        for _ in 0..<5 {
            let start = stopwatch.milliseconds()
            let bundle = try TransitBundle(path: path)
            let opened = stopwatch.milliseconds()
            _ = try await bundle.stops(matching: "a")
            let found = stopwatch.milliseconds()
            opening.append(opened - start)
            firstSearch.append(found - opened)
        }
        self.opening = Latencies(opening)
        self.firstSearch = Latencies(firstSearch)
        var arguments = try await LibraryArguments(TransitBundle(path: path), seed: seed)
        var questions: [LibraryResult] = []
        for question in LibraryQuestion.all where only.map(question.name.contains) ?? true {
            if let result = try await question.measure(
                samples: samples, stopwatch, &arguments)
            {
                questions.append(result)
            }
        }
        self.questions = questions
    }

    var text: String {
        let cold = [("opening", opening), ("first search", firstSearch)].map { name, latencies in
            "\(name): \(Printing.number(latencies.p50, 3)) ms"
        }
        return Printing.table(LibraryResult.table(questions)) + "\n\n"
            + cold.joined(separator: ", ")
    }
}

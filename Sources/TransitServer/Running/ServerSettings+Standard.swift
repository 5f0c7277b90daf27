@available(iOS 17, macOS 14, *)
extension ServerSettings {
    /// The settings of a server whose answers come from bundles.
    package static var standard: ServerSettings {
        let answerer = Answerer()
        return ServerSettings(
            answer: { question, context in try await answerer.answer(question, in: context) },
            board: { question, context in
                let state = try await BoardStream(question).state(in: context)
                return StreamedBoard(body: state.body.bytes, changesAt: state.changes)
            })
    }
}

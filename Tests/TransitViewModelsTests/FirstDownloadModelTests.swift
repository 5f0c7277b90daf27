import Foundation
import Testing
import TransitModel
import TransitSample
import TransitViewModels

@MainActor @Suite("First download")
struct FirstDownloadModelTests {
    /// A download that the test lets go on.
    private actor Server {
        private(set) var attemptCount = 0
        private var outcome: Result<CannedSource, any Error>?

        func finish(_ outcome: Result<CannedSource, any Error>) { self.outcome = outcome }

        func download(_ progress: @Sendable (Double) -> Void) async throws -> any TransitSource {
            attemptCount += 1
            progress(0.25)
            while outcome == nil { try await Task.sleep(for: .milliseconds(5)) }
            defer { outcome = nil }
            return try outcome.map { try $0.get() } ?? .sample()
        }
    }

    private let server = Server()

    @available(iOS 17, macOS 14, *)
    private var model: FirstDownloadModel {
        FirstDownloadModel { [server] in try await server.download($0) }
    }

    /// Waits until a quarter has arrived.
    @available(iOS 17, macOS 14, *)
    private func quarter(of model: FirstDownloadModel) async throws {
        while true {
            if case .downloading(let fraction) = model.state, fraction == 0.25 { return }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test("Shows its progress, then has the source; it is not downloaded twice")
    @available(iOS 17, macOS 14, *)
    func progress() async throws {
        let model = model
        #expect(model.source == nil && model.error == nil)
        let loading = Task { await model.load() }
        try await quarter(of: model)
        // Another view of the same screen.
        await model.load()
        await server.finish(.success(.sample()))
        await loading.value
        #expect(try await model.source?.routes().count == 3)
        await model.load()
        #expect(await server.attemptCount == 1)
    }

    @Test("Carries the error, and another attempt may succeed")
    @available(iOS 17, macOS 14, *)
    func retry() async throws {
        let model = model
        await server.finish(.failure(Away()))
        await model.load()
        #expect(model.error is Away && model.source == nil)
        model.retry()
        try await quarter(of: model)
        #expect(model.error == nil)
        await server.finish(.success(.sample()))
        while model.source == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await server.attemptCount == 2)
    }

    @Test("A cancelled task is not a failure: the next one tries again")
    @available(iOS 17, macOS 14, *)
    func cancelled() async throws {
        let model = model
        let loading = Task { await model.load() }
        try await quarter(of: model)
        loading.cancel()
        await loading.value
        guard case .waiting = model.state else {
            Issue.record("\(model.state)")
            return
        }
        await server.finish(.success(.sample()))
        await model.load()
        #expect(model.source != nil)
    }
}

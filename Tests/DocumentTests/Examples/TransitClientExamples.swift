import Foundation
import TransitBundle
import TransitClient

/// The best match for a typed text: from a server while it answers, else from the bundle here.
func bestMatch(
    _ text: String, at server: URL, or store: TransitBundleStore
) async throws -> Answer<String?> {
    let client = TransitClient(server, transport: URLSessionTransport())
    let source = OfflineFirst(remote: client, bundle: store)
    return try await source.answering { source in
        try await source.stops(matching: text, limit: 1).first?.stopName
    }
}

/// The token of a user, for a server that wants one.
struct Keychain: TokenProvider {
    let saved: String

    func token(refreshing: Bool) async throws -> String? {
        refreshing ? nil : saved  // nil: the user has to log in again
    }
}

/// The examples in the comments of `TransitClient`, with a server and a bundle.
struct TransitClientExamples {
    let server: URL
    let store: TransitBundleStore
    let transport = URLSessionTransport()

    func client() async throws -> [String] {
        let client = TransitClient(server, transport: URLSessionTransport())
        let stops = try await client.stops(matching: "orl caf", limit: 5)
        let names = stops.map(\.stopName)  // ["Café Orléans, Crow's Rest"]
        return names
    }

    func overCurl() async throws -> [String] {
        let client = TransitClient(server, transport: try CurlTransport())
        let routes = try await client.routes().map(\.name)
        return routes
    }

    func pinned(to certificate: String) throws -> CurlTransport {
        let transport = try CurlTransport(trust: .pem(certificate))
        return transport
    }

    func settings() async throws -> AnswerOrigin {
        var settings = ClientSettings()
        settings.timeout = .seconds(5)
        settings.cache.expiry = .seconds(60)
        let client = TransitClient(server, transport: transport, settings: settings)
        let answer = try await client.answering { try await $0.feed() }
        return answer.origin
    }

    func mock(_ server: URL) async throws -> String {
        let transport = MockTransport()
        transport.reply(
            to: "/api/v1/stops", .json(#"{"data":{"stops":[{"stop_id":"A","stop_name":"Quay"}]}}"#))
        let client = TransitClient(server, transport: transport)
        let name = try await client.stop(id: "A").stopName  // "Quay"
        return name
    }

    func failing(_ client: TransitClient, over transport: MockTransport) async throws -> APIError? {
        transport.reply(to: "/api/v1/feed", .status(401))
        var failure: APIError?
        do { _ = try await client.feed() } catch let error as APIError { failure = error }
        return failure
    }

    func offlineFirst(_ client: TransitClient) async throws -> (origin: AnswerOrigin, name: String)
    {
        let source = OfflineFirst(
            remote: client, bundle: store, policy: .remoteFirst(timeout: .seconds(2)))
        let answer = try await source.answering { try await $0.stop(id: "QUAY") }
        let origin = answer.origin  // .live; .bundle without a network
        let name = answer.value.stopName  // "Quayside"
        return (origin, name)
    }

    func monitor() async -> [ConnectionMonitor.State] {
        let monitor = ConnectionMonitor(server, transport: transport)
        var seen: [ConnectionMonitor.State] = []
        for await state in monitor.states() {
            seen.append(state)
            if state == .reachable { break }
        }
        return seen
    }

    @available(iOS 17, macOS 14, *)
    @MainActor func connection(_ monitor: ConnectionMonitor) -> ConnectionModel {
        let connection = ConnectionModel(monitor)
        connection.start()  // when the screen appears
        connection.stop()  // when it disappears
        return connection
    }

    func status() async throws -> String {
        let check = BackendStatusCheck(server.absoluteString, transport: transport)
        let text = try await check.status().text  // "Port Lumen Transit API"
        return text
    }

    @available(iOS 17, macOS 14, *)
    @MainActor func home() async -> (text: String, isGood: Bool) {
        let home = BackendStatusModel(
            BackendStatusCheck(server.absoluteString, transport: transport), expecting: "Lumen")
        await home.load()
        let text = home.text  // "Port Lumen Transit API"
        let isGood = home.isGood  // true
        return (text, isGood)
    }

    func queue(file: URL, client: TransitClient, updater: BundleUpdater) async throws -> Int {
        let queue = PendingQueue(file: file) { job in
            switch job.kind {
            case .refresh: _ = try await client.stop(id: job.subject)
            case .download: try await updater.update()
            }
        }
        try await queue.add(PendingJob(.refresh, "QUAY"))
        await queue.run()  // or follow(monitor), in a task of the app
        return await queue.jobs.count
    }

    func update() async throws -> BundleUpdateReport.Outcome {
        let updater = try BundleUpdater(server, store: store, transport: transport)
        let report = try await updater.update()
        let outcome = report.outcome  // .unchanged, or .updated
        return outcome
    }

    func progress(of updater: BundleUpdater) async throws -> [BundleUpdateProgress] {
        let steps = Task { await updater.progress().reduce(into: []) { $0.append($1) } }
        try await updater.update()
        steps.cancel()
        return await steps.value
    }

    func rollback(_ updater: BundleUpdater) async throws -> BundleUpdateFailure.Kind? {
        var failure: BundleUpdateFailure.Kind?
        do {
            try await updater.rollback()
        } catch let error as BundleUpdateFailure {
            failure = error.kind  // .nothingToRollBack
        }
        return failure
    }

    func keys(_ text: String) throws -> BundleUpdater.Settings {
        var settings = BundleUpdater.Settings()
        settings.keys = [try ManifestKey(text)]
        return settings
    }
}

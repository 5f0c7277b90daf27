import TransitBundle

final class AppServices: Sendable {
    let bundle: TransitBundle?
    @MainActor var log: [String] = []

    @TaskLocal static var current = AppServices(bundle: nil)

    init(bundle: TransitBundle?) {
        self.bundle = bundle
    }

    /// Why there is nothing to read.
    struct NoBundle: Error {}
}

struct DatabaseManager: Sendable {
    static var shared: DatabaseManager { DatabaseManager() }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (BundleDatabase) throws -> Value
    ) async throws -> Value {
        guard let bundle = AppServices.current.bundle else { throw AppServices.NoBundle() }
        return try await bundle.read(body)
    }
}

/// The app's log: an event, and what is to be known of it.
@MainActor struct Logger {
    static let app = Logger()

    func info(_ event: String) {
        write(event)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    func info(_ event: String, stop_id: Int64, stop_name: String) {
        write("\(event): stop_id=\(stop_id), stop_name=\(stop_name)")
    }

    func info(_ event: String, count: Int) {
        write("\(event): count=\(count)")
    }

    func error(_ event: String, error: String) {
        write("\(event): error=\(error)")
    }

    private func write(_ line: String) {
        AppServices.current.log.append(line)
    }
}

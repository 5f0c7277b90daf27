import Hummingbird
import HummingbirdTesting
import Testing
import TransitServer

@Suite("GET /api/ping")
struct PingTests {
    @Test("answers without a bundle, and is never cached")
    func ping() async throws {
        let router = Router()
        router.get("/api/ping") { _, _ in Ping.response }
        try await Application(router: router).test(.router) { client async throws in
            try await client.execute(uri: "/api/ping", method: .get) { response in
                #expect(response.status == .ok)
                #expect(response.headers[.cacheControl] == "no-store")
            }
        }
    }
}

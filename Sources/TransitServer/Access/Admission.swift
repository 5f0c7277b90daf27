import HTTPTypes
import SystemLayer
import TransitAPI

@available(iOS 17, macOS 14, *)
struct Admission: Sendable {
    /// The paths that anybody may request without limit: whether the server is there. They reveal
    /// nothing else, and other clients' requests must not lock out its monitoring.
    private static let open: Set<Substring> = ["/api/ping", "/healthz", "/readyz"]

    let refusal: (any Error)?
    private let limiter: RateLimiter?
    private let client: RateLimiter.Client
    private let allowance: RateLimiter.Allowance?

    init(_ request: HTTPRequest, _ settings: ServerSettings, from connection: ClientConnection?) {
        let isOpen = Self.open.contains((request.path ?? "/").prefix { $0 != "?" })
        let limiter = isOpen ? nil : settings.limiter
        self.limiter = limiter
        client = RateLimiter.Client(
            limiter == nil ? nil : settings.proxies.client(connection?.peer, request.headerFields))
        allowance = limiter?.take(client, at: settings.clock.steady())
        guard allowance?.isGranted ?? true else {
            refusal = APIFailure(
                .rateLimited, field: "client",
                "There were too many requests from this address; ask again in "
                    + "\(Quantity.count(allowance?.secondsToNext ?? 1, "second")).")
            return
        }
        // A browser's preflight request carries neither tokens nor signatures.
        guard let keys = settings.keys, !isOpen, request.method != .options else {
            refusal = nil
            return
        }
        do throws(Unauthorized) {
            try keys.check(request, at: settings.clock.now())
            refusal = nil
        } catch {
            refusal = error
        }
    }

    func headers(of status: HTTPResponse.Status) -> HTTPFields {
        guard let limiter, var allowance else { return [:] }
        // A client that only checks for something new behaves as the server wants.
        if status == .notModified { allowance = limiter.giveBack(client, allowance) }
        var headers = limiter.headers(allowance)
        if !allowance.isGranted { headers[.retryAfter] = "\(allowance.secondsToNext)" }
        return headers
    }
}

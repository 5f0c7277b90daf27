import Foundation
import HTTPTypes
import SystemLayer
import TransitAPI

/// Whether a request is answered at all, and what its answer says of how many more may be.
@available(iOS 17, macOS 14, *)
struct Admission: Sendable {
    /// What anybody may ask, as often as they like: whether the server is there. It tells nothing else,
    /// and who watches a server must not be kept out by what others ask.
    private static let open: Set<Substring> = ["/api/ping", "/healthz", "/readyz"]

    /// Why it is not answered.
    let refusal: (any Error)?
    private let limiter: RateLimiter?
    private let client: RateLimiter.Client
    private let allowance: RateLimiter.Allowance?

    /// Decides about a request.
    init(_ request: HTTPRequest, _ settings: ServerSettings) {
        let isOpen = Self.open.contains((request.path ?? "/").prefix { $0 != "?" })
        let limiter = isOpen ? nil : settings.limiter
        self.limiter = limiter
        client =
            limiter == nil
            ? RateLimiter.Client(nil)
            : RateLimiter.Client(
                settings.proxies.client(ClientConnection.current?.peer, request.headerFields))
        allowance = limiter?.take(client, at: settings.clock.steady())
        guard allowance?.isGranted ?? true else {
            refusal = APIFailure(
                .rateLimited, field: "client",
                "There were too many requests from this address; ask again in "
                    + "\(allowance?.secondsToNext ?? 1) seconds.")
            return
        }
        // What a browser asks before it asks for a page has neither tokens nor signatures.
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

    /// What the answer says of it.
    func headers(of answer: HTTPResponse) -> HTTPFields {
        guard let limiter, var allowance else { return [:] }
        // Who asks only whether something is new does what the server wants.
        if answer.status == .notModified { allowance = limiter.giveBack(client, allowance) }
        var headers = limiter.headers(allowance)
        if !allowance.isGranted { headers[.retryAfter] = "\(allowance.secondsToNext)" }
        return headers
    }
}

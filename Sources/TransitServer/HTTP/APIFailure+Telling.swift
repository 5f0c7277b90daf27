import TransitAPI
import TransitBundle
import TransitModel

@available(iOS 17, macOS 14, *)
extension APIFailure {
    /// Reveals no paths or other details of the machine.
    init(telling error: any Error) {
        switch error {
        case let error as APIFailure: self = error
        case let error as OutsideRange: self = error.failure
        case let error as Unauthorized: self = error.failure
        case TransitSourceError.notFound(let kind, let id):
            self.init(.notFound, field: "id", "The feed has no \(kind) \(id).")
        case TransitBundleError.missing:
            self.init(.unavailable, "The bundle of this version is missing at the moment.")
        case is TransitBundleError:
            self.init(.unavailable, "The bundle of this version cannot be read at the moment.")
        case is CancellationError:
            self.init(.unavailable, "The server is stopping, or the request was canceled.")
        default: self.init(.serverError, "The server failed; its log says why.")
        }
    }
}

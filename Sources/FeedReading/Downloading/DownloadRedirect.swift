package import Foundation

package enum DownloadRedirect {
    package struct Refusal: Error, Hashable {
        package let reason: String
    }

    /// The address that a redirect leads to, if it may be followed.
    package static func destination(
        _ location: String, from url: URL
    ) throws(Refusal) -> URL {
        guard let next = URL(string: location, relativeTo: url)?.absoluteURL,
            ["http", "https"].contains(next.scheme?.lowercased()), next.host?.isEmpty == false
        else { throw Refusal(reason: "redirects to a URL that is not http(s)") }
        // Anybody on the way could forge what follows, and could have read the keys.
        guard !DownloadOrigin(url).isProtectedBetter(than: next) else {
            throw Refusal(reason: "redirects from https to http, which is not encrypted")
        }
        return next
    }
}

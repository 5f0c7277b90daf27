import Foundation

package enum FeedThing: String, Sendable {
    case stop, route, trip

    /// The attribute of an element that shows an id, such as ` data-stop="A%20B"`, from which
    /// `ids.js` knows it. It is percent-encoded, as pages cannot hold every character of an id.
    package func attribute(_ id: String) -> HTML? {
        guard !id.isEmpty,
            let encoded = id.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed)
        else { return nil }
        return " data-\(rawValue)=\"\(encoded)\""
    }
}

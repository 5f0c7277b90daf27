import TransitAPI
import TransitBundle
import TransitModel

/// Tells riders that the feed has nothing with an id, and which ids may have been meant.
@available(iOS 17, macOS 14, *)
enum MissingID {
    /// The failure for an id in the path.
    ///
    /// - Parameters:
    ///   - field: the part of the request that has the id.
    static func failure(
        _ kind: IDKind, _ id: String, field: String = "id", in bundle: TransitBundle
    ) async throws -> APIFailure {
        if try await bundle.hasVanished(kind, id: id) {
            return APIFailure(
                .gone, field: field,
                "The \(kind.rawValue) \(id) was in an earlier version of the feed; it is in this one no "
                    + "more.")
        }
        let quoted = id.unicodeScalars.count > 60 ? "\(id.prefix(60))…" : id
        let near = ClosestWord.nearest(
            String(id.prefix(60)), among: try await bundle.ids(besides: id, of: kind), count: 3)
        let hint = near.isEmpty ? "" : " The nearest ids are \(near.joined(separator: ", "))."
        return APIFailure(
            .notFound, field: field, "The feed has no \(kind.rawValue) \(quoted).\(hint)")
    }
}

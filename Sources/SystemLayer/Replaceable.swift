/// Files of the output's own kind, recognized by how they begin.
///
/// A user who names the wrong file must not lose it: whatever else is there stays, and the output
/// is refused before any work is done. An empty file has nothing to lose.
package struct Replaceable: Sendable {
    /// Whatever is there: a user asked for it, or the path belongs to this package.
    package static let anything = Replaceable(refusal: nil) { _, _ in true }

    package static func nothing(_ reason: String) -> Replaceable {
        Replaceable(refusal: reason) { _, _ in false }
    }

    package static let headSize = 4096

    private let refusal: String?
    private let isOwn: @Sendable (_ head: [UInt8], _ path: String) -> Bool

    private init(refusal: String?, _ isOwn: @escaping @Sendable ([UInt8], String) -> Bool) {
        self.refusal = refusal
        self.isOwn = isOwn
    }

    /// `kind` is for messages, with an article: "a bundle". `isOwn` gets the first bytes,
    /// ``headSize`` at most; `hasOnlyOwn` tells whether the file at a path holds nothing of others.
    package init(
        _ kind: String, _ isOwn: @escaping @Sendable ([UInt8]) -> Bool,
        hasOnlyOwn: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.init(
            refusal: "already exists, and is not \(kind); remove it, or name another file"
        ) { head, path in head.isEmpty || isOwn(head) && hasOnlyOwn(path) }
    }

    package func check(_ path: String) throws(FileError) {
        guard let refusal, case .file(let place) = try OutputPlace(path),
            let head = try WholeFile.head(place, count: Self.headSize), !isOwn(head, place)
        else { return }
        throw .cannotCreate(path: path, reason: refusal)
    }
}

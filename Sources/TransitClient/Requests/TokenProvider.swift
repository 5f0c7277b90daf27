import SystemLayer

/// Where bearer tokens come from: a keychain, or whatever logs in.
public protocol TokenProvider: Sendable {
    /// The token that requests carry; nil for none.
    ///
    /// - Parameter refreshing: true where the server did not take the one before, and another has to
    ///   be fetched. Asked once, however many requests wait for it.
    func token(refreshing: Bool) async throws -> String?
}

/// The tokens of a client: one that is refused is replaced once, whoever finds out first.
final class TokenKeeper: Sendable {
    private struct Replaced {
        let old: String?
        let new: String?
    }

    private let provider: any TokenProvider
    private let refreshes = SharedRequests<String?, String?>()
    private let last = Locked<Replaced?>(nil)

    init(_ provider: any TokenProvider) {
        self.provider = provider
    }

    /// The token of a request.
    func token() async throws -> String? {
        let token = try await provider.token(refreshing: false)
        // A provider may go on giving what was refused.
        return replacement(of: token) ?? token
    }

    /// A token to replace one that the server refused; nil when there is none.
    func token(replacing refused: String?) async throws -> String? {
        if let new = replacement(of: refused) { return new }
        return try await refreshes.value(of: refused) { [provider, last] in
            let new = try await provider.token(refreshing: true)
            // The same one again is not another: it is asked for again when it is refused again.
            last.withLock { $0 = new == refused ? nil : Replaced(old: refused, new: new) }
            return new
        }
    }

    private func replacement(of token: String?) -> String? {
        last.withLock { last in
            guard let last, last.old == token else { return nil }
            return last.new
        }
    }
}

extension TransitClient {
    /// Where its tokens come from, by a name that no other hides.
    public typealias Tokens = TokenProvider
}

import SystemLayer

/// The source of bearer tokens: a keychain, or code that logs in.
///
/// ```swift
/// struct Keychain: TokenProvider {
///     let saved: String
///
///     func token(refreshing: Bool) async throws -> String? {
///         refreshing ? nil : saved  // nil: the user has to log in again
///     }
/// }
/// ```
public protocol TokenProvider: Sendable {
    /// Returns the token that requests carry; nil for none.
    ///
    /// - Parameter refreshing: true when the server refused the previous token and another must be
    ///   fetched. Called once, however many requests wait for it.
    func token(refreshing: Bool) async throws -> String?
}

/// A refused token is replaced once, whichever request finds out first.
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

    func token() async throws -> String? {
        let token = try await provider.token(refreshing: false)
        // A provider may keep returning the refused one.
        return replacement(of: token) ?? token
    }

    func token(replacing refused: String?) async throws -> String? {
        if let new = replacement(of: refused) { return new }
        return try await refreshes.value(of: refused) { [provider, last] in
            let new = try await provider.token(refreshing: true)
            // The same token is not a replacement: the provider is asked again at the next refusal.
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
    /// The source of its tokens, under a name that nothing else shadows.
    public typealias Tokens = TokenProvider
}

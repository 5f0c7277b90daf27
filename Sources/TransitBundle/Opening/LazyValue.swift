import SystemLayer

/// A value that is made when it is first asked for, and then kept.
final class LazyValue<Value: Sendable>: Sendable {
    private let stored = Locked<Value?>(nil)

    /// The value, made now if this is the first time. When making it fails, the next call tries
    /// again.
    func value<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        try stored.withLock { (stored) throws(Failure) -> Value in
            if let stored { return stored }
            let made = try make()
            stored = made
            return made
        }
    }
}

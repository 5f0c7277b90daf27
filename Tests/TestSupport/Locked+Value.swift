package import SystemLayer

extension Locked {
    /// The value as it is now.
    package var value: Value { withLock { $0 } }
}

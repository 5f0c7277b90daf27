package import SystemLayer

extension Locked {
    package var value: Value { withLock { $0 } }
}

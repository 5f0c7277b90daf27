import Foundation

/// A value that several threads of a test change.
///
/// `@unchecked Sendable`: the value is guarded by the lock.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var guarded: Value

    package init(_ value: Value) {
        guarded = value
    }

    package var value: Value { lock.withLock { guarded } }

    package func change(_ body: (inout Value) -> Void) {
        lock.withLock { body(&guarded) }
    }
}

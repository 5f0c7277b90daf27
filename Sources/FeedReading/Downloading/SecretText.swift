/// Text that may be secret: what describes, logs or dumps it never sees the value.
package struct SecretText: Sendable, Equatable {
    /// For the one place that sends it.
    package let value: String

    package init(_ value: String) {
        self.value = value
    }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "***" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

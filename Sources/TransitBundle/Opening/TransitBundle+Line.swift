public import TransitModel

extension TransitBundle {
    /// The line that the keys of this bundle belong to; nil when its metadata has none, which no
    /// bundle of `gtfs` lacks.
    public var line: BundleLine? { facts.line }

    /// Whether keys saved from a bundle of a line are valid in this bundle.
    ///
    /// - Parameter line: the ``line`` when the key was saved. Nil is never recognized: two bundles
    ///   that do not say need not share keys.
    public func recognizes(_ line: BundleLine?) -> Bool {
        line != nil && line == self.line
    }
}

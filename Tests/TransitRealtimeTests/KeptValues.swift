/// Counts values in memory: an object once, however many hold it.
enum KeptValues {
    /// The values in a value, to any depth.
    static func count(of value: Any) -> Int {
        var known: Set<ObjectIdentifier> = []
        return count(value, &known)
    }

    private static func count(_ value: Any, _ known: inout Set<ObjectIdentifier>) -> Int {
        if value is String { return 1 }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class {
            guard known.insert(ObjectIdentifier(value as AnyObject)).inserted else { return 1 }
        }
        return mirror.children.reduce(1) { $0 + count($1.value, &known) }
    }
}

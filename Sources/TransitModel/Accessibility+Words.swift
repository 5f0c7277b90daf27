public import GTFSSchedule

extension Accessibility {
    /// The word for riders.
    public var displayName: String {
        switch self {
        case .accessible: "Accessible"
        case .notAccessible: "Not Accessible"
        default: "Unknown"
        }
    }
}

public import GTFSSchedule

extension Accessibility {
    /// The word for riders in English, such as "Accessible".
    public var displayName: String { displayName(in: .english) }

    /// Returns the word for riders, such as "Barrierefrei".
    public func displayName(in words: RiderWords) -> String {
        switch self {
        case .accessible: words[.accessible]
        case .notAccessible: words[.notAccessible]
        default: words[.unknownAccessibility]
        }
    }
}

extension CarriagePermission {
    /// The word for riders in English, beside "Bicycles" or "Cars": such as "Allowed".
    public var displayName: String { displayName(in: .english) }

    /// Returns the word for riders, such as "Erlaubt".
    public func displayName(in words: RiderWords) -> String {
        switch self {
        case .allowed: words[.carried]
        case .notAllowed: words[.notCarried]
        default: words[.unknownCarriage]
        }
    }
}

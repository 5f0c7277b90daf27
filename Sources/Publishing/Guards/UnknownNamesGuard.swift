import FeedCompiling

/// `allow_unknown_names`: an agency, route, type or mode that `build` names and the feed does not
/// have. A bundle without it would be published as if nothing were missing.
enum UnknownNamesGuard: BundleGuard {
    static let name = GuardName.allowUnknownNames

    /// Names beyond these are counted.
    private static let mostNamed = 10

    static func reasons(_ situation: GuardCase) -> [String] {
        guard !situation.settings.allowUnknownNames else { return [] }
        let names = situation.unknownNames
        let others = names.count - Self.mostNamed
        return names.prefix(Self.mostNamed).map(\.description)
            + (others > 0 ? ["\(others) more names are not in the feed"] : [])
    }
}

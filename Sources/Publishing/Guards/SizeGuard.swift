/// `max_size` of `build`: what phones are asked to download.
enum SizeGuard: BundleGuard {
    static let name = GuardName.maxSize

    static func reasons(_ situation: GuardCase) -> [String] {
        guard let limit = situation.maxSize, situation.candidate.bytes > limit else { return [] }
        return ["the bundle has \(situation.candidate.bytes) bytes, more than \(limit)"]
    }
}

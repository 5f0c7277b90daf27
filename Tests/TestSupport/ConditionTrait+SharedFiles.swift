package import Testing

extension Trait where Self == ConditionTrait {
    package static var sharedFiles: Self {
        .enabled(if: PackageRoot.hasShared, "the developers' feeds are not on this machine")
    }
}

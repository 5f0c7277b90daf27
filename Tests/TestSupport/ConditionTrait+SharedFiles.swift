package import Testing

extension Trait where Self == ConditionTrait {
    /// For a test that reads files shared with the package's developers: elsewhere it is reported
    /// as skipped, with the reason, instead of running nothing.
    package static var sharedFiles: Self {
        .enabled(if: PackageRoot.hasShared, "the developers' feeds are not on this machine")
    }
}

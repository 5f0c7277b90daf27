/// The figures of one file's comparison.
package struct FileTally: Sendable, Hashable, Encodable {
    package let file: String
    package var feedRows = 0
    package var bundleRows = 0
    /// Rows of the feed that are in `rejected` as a whole.
    package var rejectedRows = 0
    /// Cells of the feed that are in `rejected`.
    package var rejectedCells = 0
    package var differences = 0
    /// What the bundle has less exactly than the feed, and may.
    package var rounded: [RoundedValues] = []

    init(file: String) {
        self.file = file
    }
}

package import FeedCompiling
public import FeedReading
public import FeedValidation

/// What a build read, what it left out, and what it wrote.
public struct BundleReport: Sendable {
    /// The rows of one file.
    public struct TableCount: Sendable {
        /// The name of the file in the reference, such as `stops.txt`.
        public let file: String
        /// The rows that the feed has.
        public let feedRows: Int
        /// The rows that the bundle has: fewer when rows are rejected, repeated or filtered.
        public let bundleRows: Int
    }

    package let files: [FeedCompiler.FileSummary]
    package let unknownFiles: [String]
    package let extensions: [(table: PackedExtension, rows: Int)]
    package let unkept: [UnkeptExtension]
    /// The rows that could not be used; the bundle keeps them in the table `rejected`.
    public let rejectedRows: Int
    /// The cells that could not be used, of rows that could; the table `rejected` has them, too.
    public let rejectedCells: Int
    /// The findings of the build itself by code, each counted, with samples.
    public let notices: [NoticeBin.Entry]
    /// The report of the rules that ran beside the build; nil when none did.
    public package(set) var validation: ValidationReport?
    /// The files of the feed with their rows, in the order in which they were read.
    public let tables: [TableCount]
    package let patterns: Int
    package let timings: Int
    /// Without those whose rows were left out, which are among the rejected ones.
    package let danglingIDs: Int
    package let interpolatedStopTimes: Int
    /// The size of the bundle.
    public let bundleBytes: Int
    package let archiveBytes: Int64
    /// A hash of all that the feed says: feeds with the same hash give the same bundle.
    public let contentHash: String
    /// See `schema/bundle.sql`.
    package let line: String
    package let startsBeforeWindow: Bool
    /// The names in the filters that the feed does not have.
    public let unknownNames: [UnknownName]
}

/// A step of a build.
public enum BuildStep: Sendable {
    /// So many rows of a file have been read, and so many bytes of all files together.
    case reading(file: String, rows: Int, bytes: Int)
    /// Everything has been read; the bundle is being completed.
    case finishing
}

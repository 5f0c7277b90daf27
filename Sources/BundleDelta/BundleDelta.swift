/// What changed from one bundle to the next, as a file that is much smaller than the new bundle.
///
/// A delta belongs to two files, whatever is in them, byte by byte. Applying it to the old one gives
/// the new one, or an error: both are known by their SHA-256. Its format is in `schema/delta.md`.
///
/// ```swift
/// try BundleDelta.apply("feed.delta", to: "feed.sqlite", writing: "feed-new.sqlite")
/// ```
///
/// Readers of the old file are not disturbed. Nothing here swaps the files.
public enum BundleDelta {
    /// The largest file that is made from a delta or a `.gz`, unless told otherwise: 4 GiB.
    public static let defaultSizeLimit = 4 << 30

    /// Writes the delta that makes `new` from `old`.
    ///
    /// The same files give the same bytes. Takes about six times the memory of the larger file and
    /// is meant for the publisher's machine. An existing file at `delta` is replaced at the end.
    public static func make(from old: String, to new: String, at delta: String) throws {
        let file = try NewFile(delta)
        try make(from: old, to: new, into: file.writer)
        try file.publish()
    }

    /// Makes the new file from the old one and a delta.
    ///
    /// Reads the old file twice and writes beside `new`, which appears or is replaced at the end,
    /// when its SHA-256 is right and it is on disk. Takes less than 2 MB of memory. `new` may be the
    /// path of `old`, if nobody has that open.
    ///
    /// - Parameter sizeLimit: a delta that makes a larger file is refused.
    /// - Throws: `BundleDeltaError`; then nothing is at `new` that was not there before.
    public static func apply(
        _ delta: String, to old: String, writing new: String, sizeLimit: Int = defaultSizeLimit
    ) throws {
        let file = try NewFile(new)
        try apply(delta, to: old, into: file.writer, sizeLimit: sizeLimit)
        try file.publish()
    }

    /// Writes the delta into a file that the caller has made and puts in its place.
    package static func make(from old: String, to new: String, intoFile path: String) throws {
        let writer = try FileWriter(existing: path)
        try make(from: old, to: new, into: writer)
        try writer.synchronize()
    }

    /// Writes the new file into one that the caller has made and puts in its place.
    package static func apply(
        _ delta: String, to old: String, intoFile path: String, sizeLimit: Int = defaultSizeLimit
    ) throws {
        let writer = try FileWriter(existing: path)
        try apply(delta, to: old, into: writer, sizeLimit: sizeLimit)
        try writer.synchronize()
    }

    private static func make(from old: String, to new: String, into writer: FileWriter) throws {
        let oldFile = try MappedFile(old)
        let newFile = try MappedFile(new)
        let encoder = try DeltaEncoder(old: oldFile.bytes, new: newFile.bytes)
        try DeltaMatcher(old: oldFile.bytes, new: newFile.bytes).forEachPiece(encoder.add)
        try encoder.finish(into: writer)
    }

    private static func apply(
        _ delta: String, to old: String, into writer: FileWriter, sizeLimit: Int
    ) throws {
        let patch = try DeltaDecoder(delta: FileReader(delta), old: FileReader(old))
        try patch.run(into: writer, sizeLimit: sizeLimit)
    }
}

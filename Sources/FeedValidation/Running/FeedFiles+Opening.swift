package import FeedReading

extension FeedFiles {
    /// Opens a feed as a validation wants it: under canonical counts files of folders are no part of
    /// the feed, and nothing is converted from UTF-16.
    package convenience init(
        at location: String, for validation: ValidationOptions,
        access: ArchiveOptions = ArchiveOptions()
    ) throws {
        var access = access
        access.isCanonical = validation.isCanonical
        let archive = try FeedArchive.open(
            location, options: access,
            knownNames: validation.isCanonical
                ? FeedFileNames.soughtInFolders : FeedFileNames.all)
        self.init(archive, convertsUTF16: !validation.isCanonical)
    }
}

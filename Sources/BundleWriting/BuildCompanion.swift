package import FeedReading

/// Looks at a feed while a bundle is built from it, on a thread of its own.
package protocol BuildCompanion: AnyObject {
    /// Begins to read the files; returns at once.
    func start(_ files: FeedFiles)
    /// Waits until all is read, and tells how often each notice was found, for the bundle.
    func totals() throws -> [(code: String, count: Int)]
}

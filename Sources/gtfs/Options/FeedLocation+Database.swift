import FeedReading
import SystemLayer

extension FeedLocation {
    /// Whether it is a file of SQLite, which bundles are. Reading any other file says what is wrong.
    var isDatabase: Bool {
        guard case .path(let path) = kind else { return false }
        let beginning = Array("SQLite format 3\0".utf8)
        do throws(FileError) {
            return try WholeFile.head(path, count: beginning.count) == beginning
        } catch {
            return false
        }
    }
}

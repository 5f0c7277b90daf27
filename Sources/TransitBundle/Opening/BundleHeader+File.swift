import BundleCodec
import Foundation
import SystemLayer
import TransitModel

extension BundleHeader {
    /// The first bytes of a zip.
    private static let zipMark = Array("PK".utf8)

    /// Reads the header of the file at a path before SQLite opens it.
    ///
    /// - Throws: `TransitBundleError`, saying what to do.
    init(path: String) throws {
        guard knownStatus(path)?.kind != .folder else {
            throw TransitBundleError.unreadable(path: path, reason: "it is a folder")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            guard FileManager.default.fileExists(atPath: path) else {
                throw TransitBundleError.missing(path: path)
            }
            throw TransitBundleError.unreadable(path: path, reason: "the file cannot be opened")
        }
        defer { try? file.close() }
        let bytes: [UInt8]
        let length: Int
        do {
            bytes = Array(try file.read(upToCount: Self.size) ?? Data())
            length = Int(clamping: try file.seekToEnd())
        } catch {
            throw TransitBundleError.unreadable(path: path, reason: error.localizedDescription)
        }
        do throws(Refusal) {
            try self.init(bytes, fileBytes: length)
        } catch {
            throw switch error {
            case .newer(let version): TransitBundleError.newer(path: path, version: version)
            case .cut(let expected):
                TransitBundleError.truncated(
                    path: path, bytes: Int64(length), expected: Int64(expected))
            case .noDatabase where bytes.starts(with: Self.zipMark):
                TransitBundleError.zip(path: path)
            case .empty, .noDatabase, .headerCut, .foreign, .unknown, .pageSize:
                TransitBundleError.notABundle(path: path)
            }
        }
    }
}

import BundleCodec
import SystemLayer
import TransitModel

extension BundleHeader {
    private static let zipMark = Array("PK".utf8)

    /// Reads before SQLite opens the file. Throws `TransitBundleError`, saying what to do.
    init(path: String) throws {
        let bytes: [UInt8]
        let length: Int
        do {
            guard let file = try Descriptor.plainFile(path) else {
                let isFolder = knownStatus(path)?.kind == .folder
                throw TransitBundleError.unreadable(
                    path: path, reason: isFolder ? "it is a folder" : "it is not a file")
            }
            bytes = try file.bytes(0..<Self.size)
            length = try file.status().size
        } catch let error as SystemError {
            guard !error.isMissing else { throw TransitBundleError.missing(path: path) }
            throw TransitBundleError.unreadable(path: path, reason: error.description)
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

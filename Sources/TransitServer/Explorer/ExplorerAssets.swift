import SystemLayer
import TransitAPI
import WebPages

/// The files of the explorer. Their addresses contain a hash of all of them, so browsers keep them
/// for ever, and modules find each other side by side.
@available(iOS 17, macOS 14, *)
enum ExplorerAssets {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "page.css": ("text/css; charset=utf-8", Array(PageFiles.style.utf8)),
        "explorer.css": ("text/css; charset=utf-8", PackageResources.explorer_css),
        "map.js": ("text/javascript; charset=utf-8", Array(PageFiles.map.utf8)),
        "explorer.js": ("text/javascript; charset=utf-8", PackageResources.explorer_js),
        "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    ]

    private static let hash = String(
        ByteDigest.sha256(files.sorted { $0.key < $1.key }.flatMap(\.value.bytes)).prefix(12))

    /// The address of a file.
    static func address(_ name: String) -> String { "/explorer/assets/\(hash)/\(name)" }

    /// A file by the path of its page; nil when the path is not that of a file.
    ///
    /// - Throws: `APIFailure` when this version of the program has no such file.
    static func body(_ page: [String]) throws(APIFailure) -> AnswerBody? {
        guard page.first == "assets" else { return nil }
        guard page.count == 3, page[1] == hash, let file = files[page[2]] else {
            throw APIFailure(.notFound, field: "path", "There is no such file of the explorer.")
        }
        return AnswerBody(bytes: file.bytes, contentType: file.type)
    }
}

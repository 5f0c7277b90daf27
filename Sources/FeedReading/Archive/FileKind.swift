/// What a file is, by its first bytes.
enum FileKind {
    case zip, gzip, bzip2, xz, zstandard, tar, sevenZip, rar, pdf, html, xml, json, text, unknown

    /// Bytes enough to tell; a tar has its mark at 257.
    static let headLength: Int64 = 512

    init(_ head: [UInt8]) {
        let marks: [(kind: FileKind, offset: Int, bytes: [UInt8])] = [
            (.zip, 0, [0x50, 0x4B, 3, 4]),
            (.zip, 0, [0x50, 0x4B, 5, 6]),
            (.zip, 0, [0x50, 0x4B, 7, 8]),
            (.gzip, 0, [0x1F, 0x8B]),
            (.bzip2, 0, Array("BZh".utf8)),
            (.xz, 0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
            (.zstandard, 0, [0x28, 0xB5, 0x2F, 0xFD]),
            (.sevenZip, 0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
            (.rar, 0, Array("Rar!".utf8)),
            (.pdf, 0, Array("%PDF".utf8)),
            (.tar, 257, Array("ustar".utf8)),
        ]
        if let mark = marks.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
            self = mark.kind
        } else {
            self = Self.textKind(head)
        }
    }

    private static func textKind(_ head: [UInt8]) -> FileKind {
        let isText = head.allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
        guard isText else { return .unknown }
        let byteOrderMark = "\u{FEFF}"
        let start = String(decoding: head, as: UTF8.self)
            .drop { $0.isWhitespace || String($0) == byteOrderMark }
            .lowercased()
        if start.hasPrefix("<!doctype html") || start.contains("<html") { return .html }
        if start.hasPrefix("<") { return .xml }
        if start.hasPrefix("{") || start.hasPrefix("[") { return .json }
        return .text
    }

    /// Whether other programs would uncompress it before they look at what it is.
    var isCompressed: Bool {
        switch self {
        case .gzip, .bzip2, .xz, .zstandard: true
        default: false
        }
    }

    /// With its article, for messages.
    var description: String {
        switch self {
        case .zip: "a zip"
        case .gzip: "a gzip file"
        case .bzip2: "a bzip2 file"
        case .xz: "an xz file"
        case .zstandard: "a Zstandard file"
        case .tar: "a tar"
        case .sevenZip: "a 7z archive"
        case .rar: "a RAR archive"
        case .pdf: "a PDF document"
        case .html: "an HTML page"
        case .xml: "an XML document"
        case .json: "a JSON document"
        case .text: "a text file"
        case .unknown: "neither a zip nor a tar"
        }
    }
}

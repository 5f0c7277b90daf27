package struct ExplorerFile: Sendable {
    package let contentType: String
    package let bytes: [UInt8]
    package var isOfMinute = false

    static func style(_ text: String) -> ExplorerFile {
        ExplorerFile(contentType: "text/css; charset=utf-8", bytes: Array(text.utf8))
    }

    static func script(_ text: String) -> ExplorerFile {
        ExplorerFile(contentType: "text/javascript; charset=utf-8", bytes: Array(text.utf8))
    }

    static func json(_ bytes: [UInt8]) -> ExplorerFile {
        ExplorerFile(contentType: "application/json; charset=utf-8", bytes: bytes)
    }
}

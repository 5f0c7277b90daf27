import CSQLite

/// `unicode61` without diacritics, as bundles index names.
final class WordTokenizer {
    private let functions: fts5_tokenizer
    private let handle: OpaquePointer

    init(_ connection: Connection) throws(SQLiteFailure) {
        let api = try Self.api(connection)
        var functions = fts5_tokenizer()
        var context: UnsafeMutableRawPointer?
        guard
            api.pointee.xFindTokenizer(api, "unicode61", &context, &functions) == SQLITE_OK,
            let handle = Self.make(functions, context)
        else { throw SQLiteFailure(code: SQLITE_ERROR, description: "no tokenizer unicode61") }
        self.functions = functions
        self.handle = handle
    }

    deinit {
        functions.xDelete(handle)
    }

    /// FTS5 hands out its functions through a pointer that a query takes.
    private static func api(
        _ connection: Connection
    ) throws(SQLiteFailure) -> UnsafeMutablePointer<fts5_api> {
        let query = try Statement(connection, "SELECT fts5(?1)")
        guard let api = try query.fts5() else {
            throw SQLiteFailure(code: SQLITE_ERROR, description: "SQLite has no FTS5")
        }
        return api
    }

    private static func make(
        _ functions: fts5_tokenizer, _ context: UnsafeMutableRawPointer?
    ) -> OpaquePointer? {
        var handle: OpaquePointer?
        let code = "remove_diacritics".withCString { name in
            "2".withCString { value in
                var options: [UnsafePointer<CChar>?] = [name, value]
                return functions.xCreate(context, &options, Int32(options.count), &handle)
            }
        }
        return code == SQLITE_OK ? handle : nil
    }

    func words(of text: String) throws(SQLiteFailure) -> [String] {
        var words: [String] = []
        var text = text
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                withUnsafeMutablePointer(to: &words) { words in
                    functions.xTokenize(
                        handle, words, FTS5_TOKENIZE_QUERY, bytes.baseAddress, Int32(bytes.count)
                    ) { words, _, word, count, _, _ in
                        let bytes = UnsafeRawBufferPointer(start: word, count: Int(count))
                        words?.assumingMemoryBound(to: [String].self).pointee
                            .append(String(decoding: bytes, as: UTF8.self))
                        return SQLITE_OK
                    }
                }
            }
        }
        guard code == SQLITE_OK else {
            throw SQLiteFailure(code: code, description: "a text cannot be split into words")
        }
        return words
    }
}

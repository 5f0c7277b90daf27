/// By position or by name: `[sid, limit]`, or `["rid": rid, "direction": direction]` for `:rid` and
/// `:direction`.
package struct Parameters: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    let values: [(name: String?, value: any SQLValue)]

    private init(_ values: [(name: String?, value: any SQLValue)]) {
        self.values = values
    }

    package init(_ values: [any SQLValue]) {
        self.init(values.map { (nil, $0) })
    }

    package init(arrayLiteral values: any SQLValue...) {
        self.init(values)
    }

    package init(dictionaryLiteral values: (String, any SQLValue)...) {
        self.init(values.map { (":" + $0, $1) })
    }

    package static func + (left: Parameters, right: Parameters) -> Parameters {
        Parameters(left.values + right.values)
    }
}

package protocol SQLValue {
    func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure)
}

extension Int: SQLValue {
    package func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure) {
        try statement.bind(index, Int64(self))
    }
}

extension Int32: SQLValue {
    package func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure) {
        try statement.bind(index, Int64(self))
    }
}

extension Int64: SQLValue {
    package func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure) {
        try statement.bind(index, self)
    }
}

extension Double: SQLValue {
    package func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure) {
        try statement.bind(index, self)
    }
}

extension String: SQLValue {
    package func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure) {
        try statement.bind(index, text: self)
    }
}

extension Optional: SQLValue where Wrapped: SQLValue {
    package func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure) {
        if let self { try self.bind(index, of: statement) } else { try statement.bindNull(index) }
    }
}

/// A text or a BLOB that must stay where it is until the statement has run.
package enum SQLBytes: SQLValue {
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)

    package func bind(_ index: Int32, of statement: Statement) throws(SQLiteFailure) {
        switch self {
        case .text(let bytes): try statement.bind(index, text: bytes)
        case .blob(let bytes): try statement.bind(index, blob: bytes)
        }
    }
}

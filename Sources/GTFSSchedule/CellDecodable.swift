/// A value that can be read from the bytes of a cell.
///
/// The bytes are UTF-8, without quotes and without blanks at the ends, and never empty.
public protocol CellDecodable: Sendable {
    /// Nil when the bytes are not a value of this type.
    init?(cell: UnsafeRawBufferPointer)
}

extension String: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        self.init(decoding: cell, as: UTF8.self)
    }
}

extension Int: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        guard let value = CellText.integer(cell) else { return nil }
        self = value
    }
}

extension Double: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        guard let value = CellText.decimal(cell) else { return nil }
        self = value
    }
}

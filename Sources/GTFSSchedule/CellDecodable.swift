/// A value that can be read from the bytes of a cell.
///
/// The bytes are UTF-8, without quotes and without blanks at the ends, and never empty.
public protocol CellDecodable: Sendable {
    /// Nil when the bytes are not a value of this type.
    init?(cell: UnsafeRawBufferPointer)
}

extension CellDecodable {
    /// Reads the value from text, by the rules that hold for a cell.
    ///
    /// Nil when the text is empty or not a value of this type.
    public init?(cellText text: String) {
        guard !text.isEmpty else { return nil }
        var text = text
        guard let value = text.withUTF8({ Self(cell: UnsafeRawBufferPointer($0)) }) else {
            return nil
        }
        self = value
    }
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

/// The fault of a cell's value.
struct CellFault {
    let definition: NoticeDefinition
    /// For a number: what it should have been, such as `positive integer`.
    let range: String?
    let value: NoticeValue

    init(_ definition: NoticeDefinition, _ cell: UnsafeRawBufferPointer) {
        self.definition = definition
        range = nil
        value = .text(String(decoding: cell, as: UTF8.self))
    }

    /// A code that is not one of the field's.
    init(unknownCode code: Int) {
        definition = .unexpectedEnumValue
        range = nil
        value = .integer(code)
    }

    /// A number beyond its bounds.
    init(_ value: NoticeValue, isNot range: String) {
        definition = .numberOutOfRange
        self.range = range
        self.value = value
    }
}

/// The values of a field that may occur any number of times, in the order of the bytes.
///
/// They are read again by each loop over them: a message of fifty thousand trips takes no more
/// memory than its bytes. Put those that you need again into an `Array`.
///
/// ```swift
/// for update in tripUpdate.stopTimeUpdates {
///     if let delay = update.departure?.delay { delays.append(delay) }
/// }
/// ```
public struct RepeatedField<Element: Sendable>: Sequence, Sendable {
    private let slice: MessageSlice
    private let number: UInt32
    private let read: @Sendable (MessageSlice) -> Element

    /// Whether there are no values.
    public var isEmpty: Bool {
        var cursor = FieldCursor(slice.range, field: number)
        return slice.bytes.withUnsafeBytes { cursor.next(in: $0) } == nil
    }

    /// The number of values, which are counted without being read.
    public var count: Int {
        var cursor = FieldCursor(slice.range, field: number)
        var count = 0
        slice.bytes.withUnsafeBytes { bytes in
            while cursor.next(in: bytes) != nil { count += 1 }
        }
        return count
    }

    /// Reads the values.
    public func makeIterator() -> Iterator {
        Iterator(
            bytes: slice.bytes, cursor: FieldCursor(slice.range, field: number), read: read)
    }

    /// Reads one value after the other.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let bytes: [UInt8]
        @usableFromInline var cursor: FieldCursor
        @usableFromInline let read: @Sendable (MessageSlice) -> Element

        @usableFromInline
        init(
            bytes: [UInt8], cursor: FieldCursor, read: @escaping @Sendable (MessageSlice) -> Element
        ) {
            self.bytes = bytes
            self.cursor = cursor
            self.read = read
        }

        /// Returns the next value; nil after the last one.
        @inlinable
        public mutating func next() -> Element? {
            guard let slice = cursor.nextSlice(of: bytes) else { return nil }
            return read(slice)
        }
    }
}

extension FieldCursor {
    @usableFromInline
    mutating func nextSlice(of bytes: [UInt8]) -> MessageSlice? {
        guard let field = bytes.withUnsafeBytes({ next(in: $0) }) else { return nil }
        return MessageSlice(bytes: bytes, range: MessageRange(start: field.start, end: field.end))
    }
}

extension RepeatedField where Element: ListElement {
    /// Without bytes there are no values.
    init(_ slice: MessageSlice = .none, _ number: UInt32 = 0) {
        self.slice = slice
        self.number = number
        read = { Element(listed: $0) }
    }
}

/// An element of a repeated field.
protocol ListElement: Sendable {
    static var listType: MessageFieldType { get }
    init(listed slice: MessageSlice)
}

extension String: ListElement {
    static var listType: MessageFieldType { .text }

    init(listed slice: MessageSlice) {
        self = slice.bytes.withUnsafeBytes {
            String(decoding: $0[slice.range.start..<slice.range.end], as: UTF8.self)
        }
    }
}

enum CellBytes {
    /// U+FFFD stands for bytes that were not UTF-8.
    static func holdsReplacement(_ cell: UnsafeRawBufferPointer) -> Bool {
        guard cell.count >= 3 else { return false }
        for index in 0..<cell.count - 2
        where cell[index] == 0xEF && cell[index + 1] == 0xBF && cell[index + 2] == 0xBD {
            return true
        }
        return false
    }

    @inline(__always)
    static func isPrintable(_ cell: UnsafeRawBufferPointer) -> Bool {
        for byte in cell where byte < 32 || byte > 126 { return false }
        return true
    }
}

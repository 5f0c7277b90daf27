/// Numbers in groups, sorted by counting: each group has them in the order in which they came.
struct NumberGroups {
    private var numbers: [Int32]
    /// Followed by those of the next group.
    private var starts: [Int]

    /// `forEach` is run twice and must yield the same.
    init(count: Int, _ forEach: ((Int, Int32) -> Void) -> Void) {
        var starts = [Int](repeating: 0, count: count + 1)
        forEach { group, _ in starts[group + 1] += 1 }
        for group in 0..<count { starts[group + 1] += starts[group] }
        var numbers = [Int32](repeating: 0, count: starts[count])
        var next = starts
        forEach { group, number in
            numbers[next[group]] = number
            next[group] += 1
        }
        self.numbers = numbers
        self.starts = starts
    }

    subscript(group: Int) -> ArraySlice<Int32> { numbers[starts[group]..<starts[group + 1]] }
}

extension Range<Int> {
    /// The first index with a property that all later ones have too; the end if none has it.
    @inlinable
    package func bisected(where isBehind: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

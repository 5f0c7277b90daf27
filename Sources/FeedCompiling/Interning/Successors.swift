/// The last successor of each number. Trips call at the same stops in the same order, so the next
/// stop is known before its id is looked up.
package struct Successors {
    private var next: [Int32] = [-1]

    package init() {}

    /// The number that followed another, -1 for none; the start of a list follows -1.
    @inline(__always)
    package subscript(number: Int) -> Int {
        get { number + 1 < next.count ? Int(next[number + 1]) : -1 }
        set {
            if number + 1 >= next.count {
                let more = max(next.count, number + 2 - next.count)
                next.append(contentsOf: repeatElement(-1, count: more))
            }
            next[number + 1] = Int32(newValue)
        }
    }
}

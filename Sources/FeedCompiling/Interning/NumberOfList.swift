/// By the list's number; nil where nothing was made.
struct NumberOfList {
    private var numbers: [Int32] = []

    subscript(list: Int32) -> Int? {
        get {
            let list = Int(list)
            return list < numbers.count && numbers[list] >= 0 ? Int(numbers[list]) : nil
        }
        set {
            let list = Int(list)
            if list >= numbers.count {
                let more = max(numbers.count, list + 1 - numbers.count)
                numbers.append(contentsOf: repeatElement(-1, count: more))
            }
            numbers[list] = Int32(newValue ?? -1)
        }
    }
}

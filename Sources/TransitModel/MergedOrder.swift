/// Merges the stop sequences of a route's patterns into one sequence in travel order.
///
/// A call is a stop and the number of earlier visits of the pattern to it, so a loop shows its stop
/// twice. Every pair of successive calls requires an order of the two; when patterns contradict
/// each other, the one added first wins. The result follows a branch to its end before it begins
/// the next:
///
///     A─B─C─┬─D─E─┐           A B C D E X Y F
///           └─X─Y─┴─F
package struct MergedOrder {
    private struct Call: Hashable {
        let sid: Int64
        let visit: Int
    }

    private struct Step {
        let to: Int
        var weight: Int
    }

    private var numbers: [Call: Int] = [:]
    private var calls: [Call] = []
    private var steps: [[Step]] = []
    /// The number of calls that the search for contradictions may still visit: a few milliseconds'
    /// worth, whatever a damaged file contains.
    private var effort = 2_000_000

    package init() {}

    /// Add those with the most trips first.
    package mutating func add(_ stops: [Int64], weight: Int) {
        var visits: [Int64: Int] = [:]
        var previous: Int?
        for sid in stops {
            let visit = visits[sid, default: 0]
            visits[sid] = visit + 1
            let call = number(of: Call(sid: sid, visit: visit))
            if let previous { addStep(from: previous, to: call, weight: weight) }
            previous = call
        }
    }

    private mutating func number(of call: Call) -> Int {
        if let known = numbers[call] { return known }
        numbers[call] = calls.count
        calls.append(call)
        steps.append([])
        return calls.count - 1
    }

    private mutating func addStep(from: Int, to: Int, weight: Int) {
        if let known = steps[from].firstIndex(where: { $0.to == to }) {
            steps[from][known].weight += weight
        } else if !leads(from: to, to: from) {
            steps[from].append(Step(to: to, weight: weight))
        }
    }

    private mutating func leads(from start: Int, to end: Int) -> Bool {
        if start == end { return true }
        if steps[start].isEmpty { return false }
        var seen: Set = [start]
        var open = [start]
        while let call = open.popLast() {
            for step in steps[call] {
                if step.to == end { return true }
                effort -= 1
                // Out of effort: the step is left out, which never makes a cycle.
                if effort < 0 { return true }
                if seen.insert(step.to).inserted { open.append(step.to) }
            }
        }
        return false
    }

    package func stops() -> [Int64] {
        var missing = [Int](repeating: 0, count: calls.count)
        for step in steps.joined() { missing[step.to] += 1 }
        // The last one is next: a branch is followed to its end, the main line first.
        var open = Array(calls.indices.filter { missing[$0] == 0 }.reversed())
        var order: [Int64] = []
        while let call = open.popLast() {
            order.append(calls[call].sid)
            let onward = steps[call].sorted { ($0.weight, $1.to) < ($1.weight, $0.to) }
            for step in onward {
                missing[step.to] -= 1
                if missing[step.to] == 0 { open.append(step.to) }
            }
        }
        return order
    }
}

/// The order in which people look for names with numbers: "2" before "10", "T2" before "T10",
/// regardless of case.
package enum NaturalOrder {
    package static func isLess(_ left: String, _ right: String) -> Bool {
        let leftKey = key(left)
        let rightKey = key(right)
        return leftKey == rightKey ? left < right : leftKey.lexicographicallyPrecedes(rightKey)
    }

    /// Bytes that compare like the text in natural order.
    ///
    /// A number becomes the digit 0, its number of digits in two bytes, and its digits without
    /// leading zeros; a capital letter becomes a small one.
    package static func key(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var key: [UInt8] = []
        key.reserveCapacity(bytes.count + 4)
        var next = 0
        while next < bytes.count {
            guard isDigit(bytes[next]) else {
                key.append(folded(bytes[next]))
                next += 1
                continue
            }
            let end = bytes[next...].firstIndex { !isDigit($0) } ?? bytes.count
            let digits = bytes[next..<end].drop { $0 == UInt8(ascii: "0") }
            let length = UInt16(clamping: digits.count)
            key += [UInt8(ascii: "0"), UInt8(length >> 8), UInt8(length & 0xFF)]
            key += digits
            next = end
        }
        return key
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}

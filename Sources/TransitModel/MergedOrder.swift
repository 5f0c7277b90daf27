/// Merges the stop sequences of a route's patterns into one sequence in travel order.
///
/// A call is a stop and the number of earlier visits of the pattern to it, so a loop shows its stop
/// twice. Every pair of successive calls requires an order of the two. The result follows a branch
/// to its end before it begins the next:
///
///     A─B─C─┬─D─E─┐           A B C D E X Y F
///           └─X─Y─┴─F
///
/// Patterns that contradict those added before, such as trains that pass a loop the other way
/// round, are branches whose stops appear again, unless stops must not be repeated:
///
///     A─B─┬─C─D─E             A B C D E D C
///         └─E─D─C
package struct MergedOrder {
    private var patterns: [(stops: [Int64], weight: Int)] = []

    package init() {}

    /// Add those with the most trips first.
    package mutating func add(_ stops: [Int64], weight: Int) {
        patterns.append((stops, weight))
    }

    /// - Parameter repeats: whether stops of branches that contradict others appear again, so that
    ///   the order contradicts no pattern; such a stop else keeps the place of its first branch.
    package func stops(repeats: Bool) -> [Int64] {
        var graph = CallGraph()
        for (stops, weight) in patterns { graph.add(stops, weight: weight) }
        let order = graph.order()
        let calls = patterns.reduce(0) { $0 + $1.stops.count }
        guard calls <= Self.mostWork / max(order.count, 1),
            !patterns.allSatisfy({ Self.follows($0.stops, order) })
        else { return order }
        var agreed = CallGraph()
        var others: [[Int64]] = []
        for (stops, weight) in patterns {
            var trial = agreed
            if trial.add(stops, weight: weight) {
                agreed = trial
            } else {
                agreed.effort = trial.effort
                others.append(stops)
            }
        }
        var whole = agreed.order()
        var work = 0
        for stops in others {
            work += stops.count * whole.count
            guard work <= Self.mostWork, whole.count <= Self.mostRepeats * order.count else {
                return order
            }
            whole = Self.merged(whole, stops, repeats: repeats)
        }
        return whole
    }

    /// Pairs of calls: a fraction of a second's worth. Beyond, and where the stops would appear
    /// many times, an order that contradicts some patterns is the better one.
    private static let mostWork = 5_000_000
    private static let mostRepeats = 4

    private static func follows(_ stops: [Int64], _ order: [Int64]) -> Bool {
        var rest = order[...]
        return stops.allSatisfy { sid in
            guard let place = rest.firstIndex(of: sid) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
    }

    /// The longest part that both have stays as it is; what only the pattern has follows the stop
    /// before it.
    private static func merged(
        _ order: [Int64], _ pattern: [Int64], repeats: Bool
    ) -> [Int64] {
        var common = [[Int32]](
            repeating: [Int32](repeating: 0, count: order.count + 1), count: pattern.count + 1)
        for row in pattern.indices.reversed() {
            for column in order.indices.reversed() {
                common[row][column] =
                    pattern[row] == order[column]
                    ? common[row + 1][column + 1] + 1
                    : max(common[row + 1][column], common[row][column + 1])
            }
        }
        var known = Set(order)
        var merged: [Int64] = []
        var (row, column) = (0, 0)
        while row < pattern.count {
            if column < order.count, pattern[row] == order[column] {
                merged.append(order[column])
                (row, column) = (row + 1, column + 1)
            } else if column < order.count,
                common[row][column + 1] >= max(common[row + 1][column], 1)
            {
                merged.append(order[column])
                column += 1
            } else {
                if known.insert(pattern[row]).inserted || repeats { merged.append(pattern[row]) }
                row += 1
            }
        }
        return merged + order[column...]
    }
}

/// Which call is before which.
private struct CallGraph {
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
    fileprivate var effort = 2_000_000

    /// - Returns: whether the stops are in an order that contradicts no earlier one; a step that
    ///   does is left out.
    @discardableResult
    mutating func add(_ stops: [Int64], weight: Int) -> Bool {
        var isWhole = true
        var visits: [Int64: Int] = [:]
        var previous: Int?
        for sid in stops {
            let visit = visits[sid, default: 0]
            visits[sid] = visit + 1
            let call = number(of: Call(sid: sid, visit: visit))
            if let previous, !addStep(from: previous, to: call, weight: weight) { isWhole = false }
            previous = call
        }
        return isWhole
    }

    private mutating func number(of call: Call) -> Int {
        if let known = numbers[call] { return known }
        numbers[call] = calls.count
        calls.append(call)
        steps.append([])
        return calls.count - 1
    }

    private mutating func addStep(from: Int, to: Int, weight: Int) -> Bool {
        if let known = steps[from].firstIndex(where: { $0.to == to }) {
            steps[from][known].weight += weight
        } else if !leads(from: to, to: from) {
            steps[from].append(Step(to: to, weight: weight))
        } else {
            return false
        }
        return true
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

    func order() -> [Int64] {
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

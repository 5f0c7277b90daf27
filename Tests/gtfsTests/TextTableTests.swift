import TestSupport
import Testing

@testable import gtfs

@Suite("Tables for people") struct TextTableTests {
    @Test("Text is aligned to the left, numbers to the right, below titles")
    func alignment() {
        let table = TextTable(
            [(2, "two"), (10, "ten")], [.init("n", .right) { "\($0.0)" }, .init("name") { $0.1 }])
        #expect(table.lines == ["   n  name", "   2  two", "  10  ten"])
    }

    @Test("A column without a title and cells is left out, one with a title stays")
    func empty() {
        let table = TextTable(
            [1, 2],
            [
                .init { "\($0)" }, .init { _ in nil }, .init("kind") { _ in nil },
                .init { $0 == 2 ? "two" : nil },
            ])
        #expect(table.lines == ["     kind", "  1", "  2        two"])
        #expect(TextTable([Int](), [.init { "\($0)" }]).lines.isEmpty)
    }

    @Test("Facts without a value are left out")
    func facts() {
        let table = TextTable([("a", "1"), ("bcd", nil), ("ef", "2")])
        #expect(table.lines == ["  a   1", "  ef  2"])
    }

    @Test("A column of a part is one of the whole")
    func part() {
        let column = TextColumn<Int>("n", .right) { "\($0)" }
        let table = TextTable([(name: "x", number: 5)], [column.of { $0.number }])
        #expect(table.lines == ["  n", "  5"])
    }

    @Test("Columns without room follow below, beside the first one")
    func folded() {
        let columns = [0, 1, 2, 3].map { place in TextColumn<[String]> { $0[place] } }
        let table = TextTable([["stop", "08:00", "09:00", "a wide column"]], columns)
        #expect(table.folded(to: 20) == [["  stop  08:00  09:00"], ["  stop  a wide column"]])
        #expect(table.folded(to: 19).count == 3)
        #expect(table.folded(to: 1).map(\.count) == [1, 1, 1])
        #expect(table.folded(to: 100) == [table.lines])
        #expect(TextTable([[String]](), columns).folded(to: 20).isEmpty)
    }

    @Test("The rest of a long list is counted")
    func lists() {
        #expect(["a", "b", "c"].listed() == "a, b, c")
        #expect(["a", "b", "c", "d", "e"].listed(by: "; ") == "a; b; c and 2 more")
    }
}

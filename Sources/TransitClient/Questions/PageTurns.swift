import GTFSSchedule
import TransitAPI

/// The way through the pages of a list, by the cursors that a server gives.
///
/// It ends whatever the server says: no list has that many pages, and none leads back to one of its
/// own.
struct PageTurns {
    /// The server gives cursors without an end.
    static let endless = APIError.decoding(
        reason: "the server leads from page to page without an end")

    /// A country has half a million stops, in pages of 500.
    private static let most = 2000

    private var seen: Set<ExactText> = []
    /// The cursor of the next page; nil for the first.
    private(set) var cursor: String?

    /// Turns to the next page.
    ///
    /// - Parameter next: its cursor, as the page before gives it; nil after the last.
    /// - Returns: whether there is one.
    /// - Throws: `APIError.decoding` for a page that was there before, or is one too many.
    mutating func turn(to next: String?) throws(APIError) -> Bool {
        cursor = next
        guard let next else { return false }
        guard seen.insert(next.exact).inserted, seen.count < Self.most else { throw Self.endless }
        return true
    }

    /// The cursor as a parameter; none for the first page.
    var query: [(name: String, value: String)] {
        cursor.map { [(name: "cursor", value: $0)] } ?? []
    }
}

import GTFSSchedule
import TransitAPI

/// It ends whatever the server says: no list has that many pages, and none leads back to one of its
/// own.
struct PageTurns {
    static let endless = APIError.decoding(
        reason: "the pages of the server do not end")

    /// A country has half a million stops, in pages of 500.
    private static let most = 2000

    private var seen: Set<ExactText> = []
    private(set) var cursor: String?

    /// Returns false after the last page; throws for a page that was read before, or is one too
    /// many.
    mutating func turn(to next: String?) throws(APIError) -> Bool {
        cursor = next
        guard let next else { return false }
        guard seen.insert(next.exact).inserted, seen.count < Self.most else { throw Self.endless }
        return true
    }
}

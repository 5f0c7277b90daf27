/// The rows of one file of a feed, one after the other: only the present one is in memory.
///
/// A sequence of Swift cannot fail, and an archive may break off in the middle of a file. So loop
/// with `for try await`, or call ``next()``, which does not suspend, where nothing else can:
///
/// ```swift
/// let rows = feed.rows(Stop.self)
/// while let stop = try rows.next() {
///     names[stop.line] = stop.stopName
/// }
/// ```
///
/// Nothing is opened before the first row, and a loop may be left at any row: what is open closes
/// with the last reference to the rows. They are read once, by one task at a time; ask the feed
/// again for another turn.
public final class FeedRows<Element>: AsyncSequence, AsyncIteratorProtocol {
    @usableFromInline typealias Reader = () throws(FeedError) -> Element?

    private enum State {
        case unopened((Findings) throws(FeedError) -> Reader)
        case open(Reader)
        case ended
    }

    private var state: State
    private let findings: Findings

    @usableFromInline
    init(
        _ onProblem: ((ValidationNotice) -> Void)?,
        open: @escaping (Findings) throws(FeedError) -> Reader
    ) {
        findings = Findings(onNotice: onProblem)
        state = .unopened(open)
    }

    /// What was wrong with the rows so far, by code: all are counted, and the first thousand of
    /// each code are kept.
    public var problems: [NoticeBin.Entry] { findings.notices.entries }

    /// Returns the next row, or nil at the end of the file.
    ///
    /// Throws when the feed cannot be read up to the next row; there is none after that.
    @inlinable
    public func next() throws(FeedError) -> Element? {
        do throws(FeedError) {
            if let element = try reader()?() { return element }
        } catch {
            end()
            throw error
        }
        end()
        return nil
    }

    @usableFromInline
    func reader() throws(FeedError) -> Reader? {
        switch state {
        case .open(let reader): return reader
        case .ended: return nil
        case .unopened(let open):
            let reader = try open(findings)
            state = .open(reader)
            return reader
        }
    }

    @usableFromInline
    func end() {
        state = .ended
    }

    /// Returns the next row to a loop of any actor, without leaving it.
    ///
    /// Also throws ``FeedError/cancelled`` when the task is canceled.
    @inlinable
    public func next(isolation actor: isolated (any Actor)?) async throws(FeedError) -> Element? {
        guard !Task.isCancelled else {
            end()
            throw .cancelled
        }
        return try next()
    }

    /// Returns the rows themselves: a second loop goes on where the first was left.
    public func makeAsyncIterator() -> FeedRows { self }
}

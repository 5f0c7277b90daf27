/// When a server asks to be asked again: the header `Retry-After`, in seconds or as a date.
struct RetryAfter: Equatable {
    /// From now on.
    let seconds: Int
    /// Since 1970.
    let instant: Int

    /// Nil when the text is neither.
    init?(_ text: String?, now: Int) {
        guard let text else { return nil }
        if let seconds = Int(text), seconds >= 0 {
            // A year is as good as never.
            self.seconds = min(seconds, 366 * 86_400)
        } else if let instant = HTTPDate.seconds(text) {
            seconds = min(max(0, instant - now), 366 * 86_400)
        } else {
            return nil
        }
        instant = now + seconds
    }
}

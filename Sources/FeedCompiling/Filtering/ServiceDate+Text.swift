package import FeedReading
package import GTFSSchedule

extension ServiceDate {
    /// Reads a day that a person wrote as `YYYYMMDD`.
    package init(text: String) throws(UnusableValue) {
        guard text.utf8.count == 8, let number = Int32(text),
            let date = ServiceDate(yyyymmdd: number)
        else { throw UnusableValue("want a day as YYYYMMDD") }
        self = date
    }
}

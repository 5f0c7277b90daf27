package import Foundation
package import GTFSSchedule

extension Timestamp {
    package static func text(_ date: Date) -> String {
        text(Int(date.timeIntervalSince1970.rounded(.down)))
    }

    package static var now: String { text(Date()) }

    package static func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }

    package static func day(_ text: String) -> ServiceDate? {
        Int32(text).flatMap(ServiceDate.init(yyyymmdd:))
    }

    static func utcDay(_ date: Date) -> ServiceDate {
        ServiceDate(dayNumber: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
    }
}

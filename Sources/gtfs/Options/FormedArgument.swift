import ArgumentParser
import Foundation
import GTFSSchedule

/// A value that names the expected form when it gets another one.
///
/// Options read it with `transform: Value.read`, because `ExpressibleByArgument` refuses values
/// without a reason.
protocol FormedArgument: Sendable {
    /// The words after "want": `a date such as 20261121`.
    static var form: String { get }

    init?(argument: String)
}

extension FormedArgument {
    @Sendable static func read(_ argument: String) throws -> Self {
        guard let value = Self(argument: ArgumentSpelling.restored(argument)) else {
            throw UnwantedForm(wanted: form)
        }
        return value
    }
}

struct UnwantedForm: Error, CustomStringConvertible {
    let wanted: String

    var description: String { "expected \(wanted)" }
}

struct TextArgument: ExpressibleByArgument, Sendable {
    let text: String

    init?(argument: String) {
        text = ArgumentSpelling.restored(argument)
    }
}

extension Int: FormedArgument {
    static var form: String { "a whole number" }
}

extension Int32: FormedArgument {
    static var form: String { Int.form }
}

struct SecondsArgument: FormedArgument {
    static let form = "a whole number of seconds"
    let seconds: Int

    init?(argument: String) {
        guard let seconds = Int(argument) else { return nil }
        self.seconds = seconds
    }
}

struct LimitArgument: FormedArgument {
    static let form = "a whole number such as 20"
    let count: Int

    init?(argument: String) {
        guard let count = Int(argument), count >= 0 else { return nil }
        self.count = count
    }
}

struct RadiusArgument: FormedArgument {
    static let form = "a number of meters such as 500"
    let meters: Int

    init?(argument: String) {
        guard let number = Double(argument), number >= 0,
            let meters = Int(exactly: number.rounded(.up))
        else { return nil }
        self.meters = meters
    }
}

struct ServiceDateArgument: FormedArgument {
    static let form = "a date such as 20261121 or 2026-11-21"
    let date: ServiceDate

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.map(\.count) == [4, 2, 2],
            let date = ServiceDate(cellText: parts.joined())
        else { return nil }
        self.date = date
    }
}

struct ServiceTimeArgument: FormedArgument {
    static let form = "a time of the service day such as 04:30 or 25:10:00"
    let time: ServiceTime

    init?(argument: String) {
        guard let time = ServiceTime(cellText: argument) else { return nil }
        self.time = time
    }
}

struct CoordinateArgument: FormedArgument {
    static let form = "degrees as LAT,LON, such as -33.86,151.21"
    let latitude: Double
    let longitude: Double

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.drop { $0 == " " })
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            -90...90 ~= latitude, -180...180 ~= longitude
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

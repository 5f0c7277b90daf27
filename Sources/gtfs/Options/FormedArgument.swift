import ArgumentParser
import Foundation
import GTFSSchedule
import TransitAPI

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

extension Option {
    /// An option that names the form it wants.
    ///
    /// - Parameter value: what help calls its value, as in `--max-size <size>`.
    init<Formed: FormedArgument>(
        _ help: String, value: String, name: NameSpecification = .long
    ) where Value == Formed? {
        self.init(
            name: name, help: ArgumentHelp(help, valueName: value), transform: Formed.read)
    }

    init(_ help: String, value: String, name: NameSpecification) where Value == String {
        self.init(name: name, help: ArgumentHelp(help, valueName: value))
    }

    init(
        _ help: String, value: String, name: NameSpecification = .long
    ) where Value == String? {
        self.init(
            name: name, help: ArgumentHelp(help, valueName: value),
            transform: ArgumentSpelling.restored)
    }

    /// An option that is given once for each text, which may begin with a minus.
    init(
        wrappedValue: [String], _ help: String, value: String, name: NameSpecification = .long
    ) where Value == [String] {
        self.init(
            wrappedValue: wrappedValue, name: name, parsing: .unconditionalSingleValue,
            help: ArgumentHelp(help, valueName: value))
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

struct ServiceDateArgument: FormedArgument {
    static let form = Parameter.Form.date.wanted
    let date: ServiceDate

    init?(argument: String) {
        guard let date = AskedInstant.date(argument[...]) else { return nil }
        self.date = date
    }
}

import ArgumentParser
import GTFSSchedule
import TransitAPI

/// A parameter of a question, in the form of the API.
struct GivenParameter: Sendable {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    init?(_ name: String, _ text: String?) {
        guard let text else { return nil }
        self.init(name, text)
    }

    var date: ServiceDate? { AskedInstant.date(text[...]) }

    var time: ServiceTime? { ServiceTime(cellText: text) }

    fileprivate init(_ parameter: Parameter, argument: String) throws {
        name = parameter.name
        text = Self.spelled(ArgumentSpelling.restored(argument), as: parameter.form)
        guard parameter.form.admits(text) else { throw UnwantedForm(wanted: parameter.form.wanted) }
    }

    /// The API's form of a text as people type it: `1d`, `4:30`, a blank after a comma.
    private static func spelled(_ text: String, as form: Parameter.Form) -> String {
        switch form {
        case .duration: DurationArgument(argument: text).map { "\($0.seconds)" } ?? text
        case .time: ServiceTime(cellText: text)?.description ?? text
        case .place, .box:
            text.split(separator: ",", omittingEmptySubsequences: false)
                .map { degrees(String($0.drop { $0 == " " })) }.joined(separator: ",")
        case .integer: Int(text).map(String.init) ?? text
        default: text
        }
    }

    /// `+52.5` and `.5` are the numbers that they look like.
    private static func degrees(_ text: String) -> String {
        guard let number = Double(text), number.isFinite else { return text }
        return NumberText.degrees(number)
    }
}

extension Option where Value == GivenParameter? {
    /// An option with the meaning and the form of a parameter.
    ///
    /// - Parameter usual: the value that the command takes instead; nil for that of the endpoint.
    init(
        _ endpoint: Endpoint.Name, _ parameter: String, name: NameSpecification = .long,
        usual: String? = nil
    ) {
        let (parameter, help) = ArgumentHelp.of(endpoint, parameter, usual: usual)
        self.init(name: name, help: help) {
            try GivenParameter(parameter, argument: $0)
        }
    }
}

extension Argument where Value == GivenParameter {
    /// An argument with the meaning and the form of a parameter.
    init(_ endpoint: Endpoint.Name, _ parameter: String) {
        let (parameter, help) = ArgumentHelp.of(endpoint, parameter)
        self.init(help: help) { try GivenParameter(parameter, argument: $0) }
    }
}

extension Option where Value == InstantArgument? {
    /// An option with the meaning of a parameter that is a time; only the bundle knows its zone.
    init(_ endpoint: Endpoint.Name, _ parameter: String, name: NameSpecification = .long) {
        self.init(
            name: name, help: ArgumentHelp.of(endpoint, parameter).help,
            transform: InstantArgument.read)
    }
}

extension ArgumentHelp {
    fileprivate static func of(
        _ endpoint: Endpoint.Name, _ name: String, usual: String? = nil
    ) -> (parameter: Parameter, help: ArgumentHelp) {
        guard let parameter = Endpoint[endpoint].parameter(name) else {
            preconditionFailure("\(endpoint) has no parameter \(name)")
        }
        let meaning = parameter.meaning(usual: usual).replacing("`", with: "")
        return (parameter, ArgumentHelp("\(meaning)", valueName: parameter.form.valueName))
    }
}

extension Parameter.Form {
    /// Nil for the name of the option.
    fileprivate var valueName: String? {
        switch self {
        case .id: "id"
        case .place: "lat,lon"
        case .box: "west,south,east,north"
        case .duration: "duration"
        case .instant, .moment, .time: "time"
        case .date: "date"
        default: nil
        }
    }
}

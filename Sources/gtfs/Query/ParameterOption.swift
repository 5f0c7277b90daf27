import ArgumentParser
import GTFSSchedule
import TransitAPI

extension Option {
    /// An option with the meaning and the form of a parameter.
    ///
    /// - Parameter usual: the value that the command takes instead; nil for that of the endpoint.
    init<Scalar: AskedScalar>(
        _ parameter: TypedParameter<Scalar?>, name: NameSpecification = .long, usual: String? = nil
    ) where Value == Scalar? {
        self.init(
            name: name, help: parameter.parameter.help(usual: usual),
            transform: parameter.parameter.form.read)
    }

    /// An option for a parameter that always has a value.
    init<Scalar: AskedScalar>(
        _ parameter: TypedParameter<Scalar>, usual: Scalar
    ) where Value == Scalar? {
        self.init(
            help: parameter.parameter.help(usual: usual.askedText),
            transform: parameter.parameter.form.read)
    }

    /// An option with the meaning of a parameter that is a time; only the bundle knows its zone.
    init(
        _ parameter: TypedParameter<AskedInstant?>, name: NameSpecification = .long
    ) where Value == InstantArgument? {
        self.init(
            name: name, help: parameter.parameter.help(), transform: InstantArgument.read)
    }
}

extension Argument where Value: AskedScalar {
    /// An argument with the meaning and the form of a parameter.
    init(_ parameter: TypedParameter<Value?>) {
        self.init(
            help: parameter.parameter.help(), transform: parameter.parameter.form.read)
    }
}

extension Parameter {
    fileprivate func help(usual: String? = nil) -> ArgumentHelp {
        let meaning = meaning(usual: usual).replacing("`", with: "")
        return ArgumentHelp("\(meaning)", valueName: form.valueName)
    }
}

extension Parameter.Form {
    @Sendable fileprivate func read<Scalar: AskedScalar>(_ argument: String) throws -> Scalar {
        let text = canonical(spelled(ArgumentSpelling.restored(argument)))
        guard let value = text.flatMap(Scalar.init(asked:)) else {
            throw UnwantedForm(wanted: wanted)
        }
        return value
    }

    /// The API's form of a text as people type it: `1d`, `4:30`, a blank after a comma.
    private func spelled(_ text: String) -> String {
        switch self {
        case .duration: DurationArgument(argument: text).map { "\($0.seconds)" } ?? text
        case .time: ServiceTime(cellText: text)?.description ?? text
        case .place, .box:
            text.split(separator: ",", omittingEmptySubsequences: false)
                .map { Self.degrees(String($0.drop { $0 == " " })) }.joined(separator: ",")
        case .integer: Int(text).map(String.init) ?? text
        default: text
        }
    }

    /// `+52.5` and `.5` are the numbers that they look like.
    private static func degrees(_ text: String) -> String {
        guard let number = Double(text), number.isFinite else { return text }
        return NumberText.degrees(number)
    }

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

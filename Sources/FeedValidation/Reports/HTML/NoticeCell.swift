import FeedReading
import GTFSSchedule
import WebPages

/// Numbers with few digits, days with dashes. The title has the value as in `report.json`.
struct NoticeCell {
    let text: String
    let value: String?
    let isNumber: Bool
    private let id: HTML?

    private static let mostCharacters = 300

    /// The value is nil for an empty cell, the thing when the value is not an id. Among the
    /// notice's numbers, those that differ are kept distinct.
    init(
        _ value: NoticeValue?, named name: String, among numbers: [Double],
        of thing: FeedThing? = nil
    ) {
        let plain = value?.plainText ?? ""
        if case .text(let text)? = value { id = thing?.attribute(text) } else { id = nil }
        switch value {
        case .number?, .integer?: isNumber = true
        default: isNumber = false
        }
        text =
            switch value {
            // As the feed has it.
            case .number where name == "fieldValue", .integer: plain
            case .number(let number):
                Self.isPlace(name) ? Self.place(number) : Self.rounded(number, among: numbers)
            case .list(let values):
                values.map { value in
                    if case .number(let number) = value {
                        Self.place(number)
                    } else {
                        value.plainText
                    }
                }.joined(separator: ", ")
            case .text where name.hasSuffix("Date") || name == "intersection":
                Int32(plain).flatMap(ServiceDate.init(yyyymmdd:))?.words ?? plain
            default:
                plain.utf8.count > Self.mostCharacters
                    ? plain.prefix(Self.mostCharacters) + "…" : plain
            }
        self.value = text == plain || text.hasSuffix("…") ? nil : plain
    }

    var html: HTML {
        let title: HTML? = value.map { " title=\"\($0)\"" }
        let kind: HTML? = isNumber ? " class=\"number\"" : nil
        return "<td\(kind)\(title)\(id)>\(text)</td>"
    }

    /// Three or more digits, and as many more as distinguish the number from others.
    private static func rounded(_ number: Double, among numbers: [Double]) -> String {
        guard number.isFinite, number.magnitude < 1e9 else { return "\(number)" }
        let others = numbers.filter { $0 != number && $0.magnitude < 1e9 }
        var digits = number.magnitude >= 100 ? 1 : number.magnitude >= 1 ? 2 : 3
        func text(_ number: Double) -> String { Figures.decimal(number, digits: digits) }
        while digits < 9,
            number != 0 && text(number) == text(0)
                || others.contains(where: { text($0) == text(number) })
        {
            digits += 1
        }
        return decimal(number, digits: digits)
    }

    /// Degrees to the nearest meter.
    private static func place(_ degrees: Double) -> String {
        guard degrees.isFinite, degrees.magnitude < 1e9 else { return "\(degrees)" }
        return decimal(degrees, digits: 5)
    }

    /// Numbers with fewer digits are not padded with zeros.
    private static func decimal(_ number: Double, digits: Int) -> String {
        let exact = "\(number)"
        guard !exact.contains("e") else { return Figures.decimal(number, digits: digits) }
        let places = exact.hasSuffix(".0") ? 0 : exact.reversed().prefix { $0 != "." }.count
        return Figures.decimal(number, digits: min(digits, places))
    }

    private static func isPlace(_ name: String) -> Bool {
        name.hasPrefix("lat") || name.hasPrefix("lon")
    }
}

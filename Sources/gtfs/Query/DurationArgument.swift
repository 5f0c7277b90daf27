/// A length of time: `1h`, `90m`, `1h30m`, `2d`, or plain seconds.
struct DurationArgument: FormedArgument {
    static let form = "a length such as 90m, 2h, 1h30m or 2d, a year at most"
    let seconds: Int

    private static let units: [Character: Int] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
    /// A year: what asks for more is a mistake.
    private static let longest = 366 * 86_400

    static let hour = DurationArgument(seconds: 3600)

    private init(seconds: Int) {
        self.seconds = seconds
    }

    init?(argument: String) {
        var total = 0
        var digits = ""
        var usedUnits = ""
        for character in argument {
            if character.isASCII, character.isNumber, digits.count < 9 {
                digits.append(character)
            } else if let unit = Self.units[character], let number = Int(digits),
                !usedUnits.contains(character)
            {
                total += number * unit
                digits = ""
                usedUnits.append(character)
            } else {
                return nil
            }
        }
        if !digits.isEmpty {
            guard usedUnits.isEmpty, let number = Int(digits) else { return nil }
            total = number
        }
        guard 1...Self.longest ~= total else { return nil }
        seconds = total
    }
}

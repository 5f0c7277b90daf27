import ArgumentParser

/// A header to send with a download: `Name: value`.
struct HTTPHeader: ExpressibleByArgument, Hashable {
    let name: String
    let value: String

    init?(argument: String) {
        guard let colon = argument.firstIndex(of: ":") else { return nil }
        let name = argument[..<colon]
        let value = argument[argument.index(after: colon)...].drop { $0 == " " }
        let isToken = name.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0))
        }
        // A line break would begin a header of its own.
        guard !name.isEmpty, isToken, !argument.contains(where: \.isNewline) else { return nil }
        self.name = String(name)
        self.value = String(value)
    }
}

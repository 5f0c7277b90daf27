/// What values of options look like, for whoever gave another one.
enum WantedForm {
    /// By what the help calls the value.
    private static let forms: [String: String] = [
        "code": "a whole number",
        "code=severity": "CODE=ERROR, CODE=WARNING or CODE=INFO",
        "header": "\"Name: value\"",
        "number": "a whole number",
        "part": "K/N, auto or auto/N",
        "seconds": "a whole number of seconds",
        "size": "bytes, perhaps with a unit: 800000, 20MB, 1GiB",
        "threads": "a whole number",
    ]

    /// The parser's message, with the form of the value that it does not accept.
    static func added(to message: String) -> String {
        guard message.contains("is invalid for '"), !message.contains("Please provide"),
            let end = message.lastIndex(of: ">"),
            let start = message[..<end].lastIndex(of: "<"),
            let form = forms[String(message[message.index(after: start)..<end])]
        else { return message }
        return "\(message): want \(form)"
    }
}

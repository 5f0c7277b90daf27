/// Lists as JSON, for `json_each` of SQL.
enum JSONList {
    static func integers(_ numbers: [Int64]) -> String {
        "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    static func texts(_ texts: [String]) -> String {
        var json = "["
        for text in texts {
            json += json.utf8.count == 1 ? "\"" : ",\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"", "\\": json += "\\\(scalar)"
                case "\u{0}"..."\u{1F}":
                    let digits = String(scalar.value, radix: 16)
                    json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: json.unicodeScalars.append(scalar)
                }
            }
            json += "\""
        }
        return json + "]"
    }
}

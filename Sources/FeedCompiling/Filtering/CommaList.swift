/// Values with commas between them: `1,2,3`. An id that holds a comma is written `a\,b`.
package struct CommaList: Hashable, Sendable {
    package let values: [String]

    package init?(text: String) {
        var values: [String] = [""]
        var isEscaped = false
        // Split by scalars: a comma before a combining accent is still a comma.
        for character in text.unicodeScalars {
            if isEscaped {
                values[values.count - 1] += character == "," ? "," : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "," {
                values.append("")
            } else {
                values[values.count - 1].unicodeScalars.append(character)
            }
        }
        if isEscaped { values[values.count - 1] += "\\" }
        self.values = values.filter { !$0.isEmpty }
        guard !self.values.isEmpty else { return nil }
    }
}

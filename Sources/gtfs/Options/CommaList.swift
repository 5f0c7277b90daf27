import ArgumentParser

/// Values with commas between them: `--route 1,2,3`. An id that holds a comma is written `a\,b`.
struct CommaList: ExpressibleByArgument, Hashable {
    let values: [String]

    init?(argument: String) {
        var values: [String] = [""]
        var isEscaped = false
        for character in argument {
            if isEscaped {
                values[values.count - 1] += character == "," ? "," : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "," {
                values.append("")
            } else {
                values[values.count - 1].append(character)
            }
        }
        if isEscaped { values[values.count - 1] += "\\" }
        self.values = values.filter { !$0.isEmpty }
        guard !self.values.isEmpty else { return nil }
    }
}

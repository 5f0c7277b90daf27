import ArgumentParser

struct FormOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    func write(_ report: some Encodable, text: @autoclosure () -> String) throws {
        if json {
            try StandardOutput.write(data: JSONText.pretty(report) + "\n")
        } else {
            try StandardOutput.write(text())
        }
    }
}

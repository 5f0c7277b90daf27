/// Figures in the text format of Prometheus.
package struct MetricsText {
    package private(set) var text = ""
    private var name = ""

    package init() {}

    package mutating func begin(_ name: String, type: String, help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    package mutating func add(
        _ labels: [String: String], _ value: Double, suffix: String = ""
    ) {
        let pairs = labels.sorted { $0.key < $1.key }
            .map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
        text += name + suffix + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(number)\n"
    }

    package mutating func add(_ value: Double) { add([:], value) }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}

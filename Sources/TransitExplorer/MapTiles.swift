import Foundation

package struct MapTiles: Sendable {
    let template: String
    let attribution: String
    package let origin: String

    /// Nil when the template is not a web address such as
    /// `https://tiles.example.org/{z}/{x}/{y}.png`, with each of the three once.
    package init?(template: String, attribution: String) {
        var address = template
        for name in ["{z}", "{x}", "{y}"] {
            let parts = address.components(separatedBy: name)
            guard parts.count == 2 else { return nil }
            address = parts.joined(separator: "1")
        }
        // In a policy, blanks, commas and semicolons would end the name of the host.
        let isPlain = address.utf8.allSatisfy {
            0x21...0x7E ~= $0 && !Array("\"'<>\\,;{}".utf8).contains($0)
        }
        guard isPlain, let parts = URLComponents(string: address),
            let scheme = parts.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let host = parts.host, !host.isEmpty, parts.user == nil,
            template.contains("/{")
                || template.contains("={")
        else { return nil }
        self.template = template
        self.attribution = attribution
        origin = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }
}

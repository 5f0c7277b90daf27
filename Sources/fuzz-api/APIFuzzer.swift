import FuzzSupport

/// Reads arbitrary bytes as something that a server sends or is sent. The first byte chooses what;
/// nothing may crash, and what can be read is written to something that reads the same.
@main
enum APIFuzzer {
    static func main() {
        FuzzDriver.run { input in
            guard let first = input.first else { return }
            let rest = Array(input.dropFirst())
            // Space and the characters after it, so that seeds can be written by hand.
            let choice = (Int(first) + 224) % 256
            let forms = WireForms.all
            if choice < forms.count {
                FuzzedAnswer.check(forms[choice].type, rest)
            } else {
                switch (choice - forms.count) % 4 {
                case 0: FuzzedAnswer.checkManifest(rest)
                case 1: FuzzedAnswer.checkPolyline(rest)
                case 2: FuzzedAnswer.checkPath(rest)
                default: FuzzedAnswer.checkQuery(rest)
                }
            }
        }
    }
}

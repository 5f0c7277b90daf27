import TestSupport
import Testing

@Suite("Progress", .blocking)
struct ProgressTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    private func onTerminal(
        _ arguments: [String] = [], columns: UInt16 = 120, environment: [String: String] = [:]
    ) throws -> String {
        let terminal = try Terminal(columns: columns)
        let command = try Command(
            ["build", place.feed, "-o", place.bundle] + arguments, folder: place.folder,
            environment: environment, errors: terminal.descriptor)
        #expect(try command.wait().code == 0)
        return terminal.close()
    }

    private func drawn(_ text: String) -> [String] {
        text.split(separator: "\r\u{1B}[K").dropLast().map {
            String($0).replacing("\u{1B}[2m", with: "").replacing("\u{1B}[0m", with: "")
        }
    }

    @Test("A terminal shows one line with file, bytes, rows and rate, and none of it at the end")
    func line() throws {
        let text = try onTerminal()
        #expect(text.contains("\u{1B}[2m"))
        let lines = drawn(text)
        #expect(lines.first == "opening \(place.feed)")
        #expect(
            lines.contains {
                $0.hasPrefix("agency.txt  [") && $0.contains("%  ") && $0.contains(" of ")
                    && $0.contains(" rows  ") && $0.hasSuffix(" rows/s")
            }, "\(lines)")
        #expect(lines.contains("writing indexes"))
        let last = try #require(text.split(separator: "\r\u{1B}[K").last)
        #expect(last.hasPrefix("\(place.bundle): "))
    }

    @Test("A narrow terminal gets shorter lines")
    func narrow() throws {
        for columns: UInt16 in [10, 40, 60] {
            for line in drawn(try onTerminal(columns: columns)) {
                #expect(line.count < Int(columns), "\(line)")
            }
        }
    }

    @Test("NO_COLOR takes the colours away, not the line")
    func noColor() throws {
        let text = try onTerminal(environment: ["NO_COLOR": "1"])
        #expect(!text.contains("\u{1B}[2m"))
        #expect(drawn(text).contains("writing indexes"))
    }

    @Test("No line for --quiet, for JSON, for a dumb terminal and for a file")
    func none() throws {
        #expect(try onTerminal(["--quiet"]).isEmpty)
        #expect(try !onTerminal(["--log-format", "json"]).contains("\u{1B}"))
        #expect(try !onTerminal(environment: ["TERM": "dumb"]).contains("\u{1B}"))
        #expect(try !place.build().errors.contains("\u{1B}"))
    }
}

import FeedCompiling
import FeedReading
import FeedValidation
import FuzzSupport
import GTFSSchedule
import Publishing

/// Reads arbitrary bytes as one of the files that people write or tools leave beside feeds. The
/// first byte chooses which:
///
/// | byte | file |
/// | --- | --- |
/// | `r` | a DMFR file of Transitland |
/// | `c` | a catalogue of the Mobility Database |
/// | `p` | `.gtfs.yaml` |
/// | `b` | a `report.json` as baseline |
/// | `a` | GeoJSON, as the area of a build |
/// | `g` | `locations.geojson` of a feed |
/// | else | a feed definition |
@main
enum DefinitionsFuzzer {
    static func main() {
        FuzzedFile.prepare()
        FuzzDriver.run { input in
            guard let first = input.first else { return }
            let file = Array(input.dropFirst())
            switch first {
            case UInt8(ascii: "r"): FuzzedFile.checkDefinitions(file, as: "town.dmfr.json")
            case UInt8(ascii: "c"): FuzzedFile.checkDefinitions(file, as: "town.csv")
            case UInt8(ascii: "p"): FuzzedFile.checkPolicy(file)
            case UInt8(ascii: "b"): FuzzedFile.checkBaseline(file)
            case UInt8(ascii: "a"): FuzzedFile.checkArea(file)
            case UInt8(ascii: "g"): FuzzedFile.checkLocations(file)
            default: FuzzedFile.checkDefinitions(file, as: "town.yaml")
            }
        }
    }
}

enum FuzzedFile {
    private static let scratch = ScratchFolder()

    static func prepare() { scratch.makeFolder("feed") }

    static func checkDefinitions(_ bytes: [UInt8], as name: String) {
        attempt {
            for loaded in try FeedDefinitions.load(scratch.write(name, bytes)) {
                switch loaded {
                case .success(let definition):
                    precondition(
                        !definition.id.contains("/") && !definition.id.hasPrefix("."),
                        definition.id)
                    precondition(!definition.sources.isEmpty)
                    _ = definition.sources.map { ($0.shown, $0.isLocal, $0.template.variables) }
                case .failure(let error): check(error)
                }
            }
        }
    }

    static func checkPolicy(_ bytes: [UInt8]) {
        attempt { _ = try PolicyConfig.load(scratch.write("policy.yaml", bytes)) }
    }

    static func checkBaseline(_ bytes: [UInt8]) {
        var config = PolicyConfig()
        config.baselinePath = scratch.write("report.json", bytes)
        attempt { try config.loadBaseline() }
    }

    static func checkArea(_ bytes: [UInt8]) {
        attempt { _ = try AreaFile.read(scratch.write("area.json", bytes)) }
    }

    static func checkLocations(_ bytes: [UInt8]) {
        scratch.write("feed/locations.geojson", bytes)
        attempt {
            for isCanonical in [false, true] {
                var options = ValidationOptions(
                    date: ServiceDate(dayNumber: 20_600), countryCode: "US")
                options.isCanonical = isCanonical
                options.hasMap = true
                let archive = try FeedArchive.open(scratch.path + "/feed")
                let report = try Validation(options).run(FeedFiles(archive, chunkSize: 1024))
                let context = ReportContext(validatorVersion: "", validatedAt: "")
                precondition(!report.json(context).isEmpty && !report.html(context).isEmpty)
            }
        }
    }

    private static func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch let error as any DiagnosedError {
            check(error)
        } catch let error as UnusableValue {
            precondition(!error.description.contains("\n"))
        } catch {
            fatalError("undocumented: \(error)")
        }
    }

    private static func check(_ error: any DiagnosedError) {
        precondition([64, 65, 66].contains(error.exitCode), "exit \(error.exitCode): \(error)")
        precondition(!error.description.contains("\n"), "two lines: \(error.description)")
    }
}

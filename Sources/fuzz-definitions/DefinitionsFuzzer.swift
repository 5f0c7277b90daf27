import FuzzSupport

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

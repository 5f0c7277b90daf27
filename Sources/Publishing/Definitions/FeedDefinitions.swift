import FeedReading
import Foundation
import SystemLayer

/// A YAML file, a folder of them, a DMFR file of Transitland or a CSV catalogue of the Mobility
/// Database.
package enum FeedDefinitions {
    package typealias Loaded = Result<FeedDefinition, DefinitionError>

    /// Reads all definitions at a path; in a folder, in the order of file names.
    ///
    /// Throws only when there is nothing to read at all. A fault of one feed, such as an id that
    /// another one has, is a failure of that feed alone.
    package static func load(_ path: String) throws(DefinitionError) -> [Loaded] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw DefinitionError(
                file: path, line: nil, reason: "there is no such file or folder", exitCode: 66)
        }
        guard isFolder else { return withoutDuplicates(try loadFile(path)) }
        let folder = path.hasSuffix("/") ? path : path + "/"
        let files = try names(in: path).filter(isDefinition)
        guard !files.isEmpty else {
            throw DefinitionError(
                file: path, line: nil, reason: "holds no feed definition (.yaml)", exitCode: 66)
        }
        return withoutDuplicates(
            files.flatMap { name -> [Loaded] in
                do throws(DefinitionError) {
                    return try loadFile(folder + name)
                } catch {
                    return [.failure(error)]
                }
            })
    }

    private enum Kind { case yaml, registry, catalogue }

    private static func kind(_ name: String) -> Kind? {
        guard !name.hasPrefix(".") else { return nil }
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return .yaml }
        if name.hasSuffix(".json") { return .registry }
        return name.hasSuffix(".csv") ? .catalogue : nil
    }

    /// Whether a file of a folder has definitions: other JSON files may be what these refer to.
    private static func isDefinition(_ name: String) -> Bool {
        kind(name) == .yaml || kind(name) == .registry && name.hasSuffix(".dmfr.json")
    }

    private static func loadFile(_ path: String) throws(DefinitionError) -> [Loaded] {
        switch kind(String(path.split(separator: "/").last ?? "")) {
        case .yaml:
            do throws(DefinitionError) {
                return [.success(try FeedDefinition.load(path))]
            } catch {
                return [.failure(error)]
            }
        case .registry: return try FeedRegistry.load(path)
        case .catalogue: return try MobilityCatalogue.load(path)
        case nil:
            throw DefinitionError(
                file: path, line: nil,
                reason: "is not a feed definition: expected .yaml, a DMFR .json or a catalogue "
                    + ".csv")
        }
    }

    private static func names(in folder: String) throws(DefinitionError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw DefinitionError(
                file: folder, line: nil, reason: "cannot be read", exitCode: 66)
        }
    }

    /// A second feed with the same id would overwrite the first.
    private static func withoutDuplicates(_ all: [Loaded]) -> [Loaded] {
        var files: [String: String] = [:]
        return all.map { loaded in
            guard case .success(let definition) = loaded else { return loaded }
            if let other = files[definition.id] {
                return .failure(
                    DefinitionError(
                        file: definition.file, line: nil,
                        reason: "the id \(definition.id) is also that of a feed in \(other)"))
            }
            files[definition.id] = definition.file
            return loaded
        }
    }
}

enum DefinitionFiles {
    /// The largest readable file: catalogues of all feeds in the world have some megabytes.
    private static let sizeLimit = 64 << 20

    static func text(
        _ path: String, atMost limit: Int = sizeLimit
    ) throws(DefinitionError) -> String {
        func failure(_ reason: String, _ exitCode: Int32 = 66) -> DefinitionError {
            DefinitionError(file: path, line: nil, reason: reason, exitCode: exitCode)
        }
        var found: [UInt8]?
        do throws(FileError) {
            found = try WholeFile.read(path, atMost: limit)
        } catch .tooLarge(_, let limit) {
            throw failure(FileError.tooLarge(path: path, limit: limit).reason, 64)
        } catch {
            throw failure(error.reason)
        }
        guard let bytes = found else { throw failure("there is no such file") }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw failure("is not UTF-8 text", 64)
        }
        return text
    }

    static func baseName(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." })
    }
}

/// They become names of files and folders: `[a-z0-9][a-z0-9._~-]*`, at most 120 characters.
package enum FeedIdentifier {
    private static let longest = 120

    static func checked(_ text: String) throws(UnusableValue) -> String {
        guard isValid(text) else {
            throw UnusableValue(
                "expected small letters, digits and . _ ~ -, and a letter or digit first")
        }
        return text
    }

    static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetterOrDigit(first) else { return false }
        return text.utf8.count <= longest && text.utf8.allSatisfy(isAllowed)
    }

    /// An identifier for a name from a registry. If something had to be changed, digits of a hash
    /// follow, so that two names never become one.
    package static func make(from name: String) -> String {
        guard !isValid(name) else { return name }
        let letters = name.lowercased().utf8.map { isAllowed($0) ? $0 : UInt8(ascii: "-") }
        let kept = letters.drop { !isLetterOrDigit($0) }.prefix(longest - 9)
        var hash = NamedDigest()
        hash.add(name.utf8, as: "id")
        let prefix = kept.isEmpty ? "feed" : String(decoding: kept, as: UTF8.self)
        return prefix + "-" + hash.value.prefix(8)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "._~-".utf8.contains(byte)
    }
}

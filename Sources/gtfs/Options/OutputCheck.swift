import ArgumentParser
import SystemLayer

enum OutputCheck {
    /// Throws when an output would replace an input of the command, even through links.
    static func distinct(_ output: String, from inputs: [String]) throws(FileError) {
        for input in inputs where OutputPlace.isSame(output, input) {
            throw .cannotCreate(
                path: output,
                reason: "is \(input == output ? "" : "\(input), ")the input of this command")
        }
    }

    /// Throws when an output would replace a file that is not of its kind: one that it may not
    /// replace or, even with --force, one in a folder that the command reads.
    static func replaceable(
        _ output: String, _ own: Replaceable, _ options: OutputOptions, reading inputs: [String]
    ) throws(FileError) {
        let isOfInput = inputs.contains { isInside(output, $0) }
        try (isOfInput ? own : options.replacing(own)).check(output)
    }

    /// Whether a file is in a folder, at any depth and even through links.
    private static func isInside(_ path: String, _ folder: String) -> Bool {
        guard knownStatus(folder)?.kind == .folder else { return false }
        var place: String?
        do throws(FileError) {
            place = try Files.realPath(OutputPlace.followingLinks(path))
        } catch {
            return false
        }
        while let file = place, file != "/" {
            let parent = Folder.split(file).folder
            if OutputPlace.isSame(parent, folder) { return true }
            place = parent == file ? nil : parent
        }
        return false
    }

    /// Throws when two outputs would be one file: the second would replace the first.
    static func distinct(_ outputs: [(option: String, path: String)]) throws {
        var places: [(option: String, place: OutputPlace)] = []
        for output in outputs {
            let place = try OutputPlace(output.path)
            if let other = places.first(where: { $0.place.isSameFile(as: place) }) {
                throw ValidationError(
                    "\(output.option) \(output.path): is also the file of \(other.option)")
            }
            places.append((output.option, place))
        }
    }

    static func named(_ option: String, _ path: String?) throws {
        guard let path else { return }
        guard !path.isEmpty else { throw ValidationError("\(option): name a file") }
        guard path != "-" else {
            throw ValidationError(
                "\(option) -: name a file (./- for a file called -, or /dev/stdout)")
        }
    }
}

import FeedReading
import Publishing
import TestSupport

struct DefinitionFolder {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// The folder around that of the definitions, written as paths of definitions are.
    var root: String { folder.path.replacing("//", with: "/") }

    var path: String { root + "/feeds" }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try folder.write("feeds/" + name, Array(text.utf8))
        return path + "/" + name
    }

    func load(_ text: String) throws -> FeedDefinition {
        try FeedDefinition.load(try write("town.yaml", text))
    }

    /// The error of a definition, with the file's name alone, and its hint.
    func failure(_ text: String) throws -> String? {
        let file = try write("town.yaml", text)
        do throws(DefinitionError) {
            _ = try FeedDefinition.load(file)
            return nil
        } catch {
            let details = error.details.map { " (\($0))" }.joined()
            return error.description.replacing(path + "/", with: "") + details
        }
    }
}

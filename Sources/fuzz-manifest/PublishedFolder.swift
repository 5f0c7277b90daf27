import BundleManifest
import FeedReading
import Foundation
import FuzzSupport
import Publishing

/// The publisher, with a folder whose manifest an attacker wrote.
enum PublishedFolder {
    private static let scratch = ManifestFuzzer.scratch
    private static let id = "demo"

    static func check(_ manifest: [UInt8]) {
        scratch.clear("published")
        scratch.write("published/manifest.json", manifest)
        for name in ["demo-20260101-00000000.sqlite", "demo-20260102-00000000.sqlite", "note.txt"] {
            scratch.write("published/" + name, ForgedContent.old)
        }
        let folder = PublishFolder(existing: scratch.path + "/published", id: id)
        do {
            guard let read = try folder.manifest() else { fatalError("the manifest is there") }
            for file in read.versions.flatMap(\.files) {
                let path = URL(fileURLWithPath: folder.file(file.name))
                precondition(
                    path.deletingLastPathComponent().standardizedFileURL.path
                        == URL(fileURLWithPath: folder.path).standardizedFileURL.path,
                    "outside: \(file.name)")
            }
            _ = read.versions.map(folder.isComplete)
            _ = try PublicationCheck.problems(folder)
            try rollBack()
            guard try folder.manifest() != nil else { fatalError("the manifest is gone") }
        } catch let error as any DiagnosedError {
            precondition(!error.description.contains("\n"), "two lines: \(error.description)")
            precondition(error.exitCode != 70, "exit \(error.exitCode): \(error)")
        } catch {
            fatalError("undocumented: \(error)")
        }
        precondition(scratch.read("published/note.txt") == ForgedContent.old)
    }

    private static func rollBack() throws {
        let path = scratch.write(
            "demo.yaml", Array("source: https://example.org/\n".utf8))
        var options = UpdateOptions()
        options.publishFolder = scratch.path + "/published"
        options.temporaryDirectory = scratch.path
        try Rollback(FeedDefinition.load(path), options).run(to: nil) { 1 }
    }
}

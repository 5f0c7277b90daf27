import BundleWriting
import Dispatch
import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("Unfinished bundles", .blocking) struct UnfinishedBundleTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test("While unfinished files are removed, none is opened, which would make it again")
    func opening() throws {
        let file = try NewFile(at: folder.path + "/feed.sqlite", replacing: .anything)
        let path = file.temporaryPath
        let opening = DispatchGroup()
        opening.enter()
        // The work of a signal's thread, but that it gives the lock back. SQLite opens files by
        // name.
        try UnfinishedFiles.shared.keeping { () throws in
            UnfinishedFiles.remove(path)
            let isStarted = SystemThread.start(stackSize: 8 << 20) {
                do {
                    _ = try BundleWriter(
                        path: path, indexesAtEnd: true, hasExactShapes: false, room: nil)
                } catch {
                    Issue.record(error)
                }
                opening.leave()
            }
            #expect(isStarted)
            #expect(opening.wait(timeout: .now() + .seconds(1)) == .timedOut)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        opening.wait()
        #expect(FileManager.default.fileExists(atPath: path))
    }
}

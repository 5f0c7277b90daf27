#if os(Linux)
    import BundleWriting
    import FeedReading
    import TestSupport
    import Testing

    @Suite("gtfs-serve with few descriptors", .blocking)
    struct FewDescriptorsTests {
        /// A server that is served nothing: it ends by itself, with why.
        private func end(_ limits: String) throws -> ProcessRun.Result {
            let folder = try TestFolder()
            let bundle = folder.path + "/sample.sqlite"
            _ = try BundleBuild(.init()).run(
                FeedArchive.open(PackageRoot.path + "/feeds/sample"), to: bundle
            ) { _ in }
            return try ProcessRun.run(
                "/bin/bash",
                [
                    "-c", limits + "exec \"$0\" \"$1\" --port 0 --until-end-of-input",
                    PackageRoot.executable("gtfs-serve"), bundle,
                ], folder: folder)
        }

        @Test("Too few are a line and exit code 74, not a signal", arguments: [10, 16, 20, 40, 60])
        func tooFew(limit: Int) throws {
            let result = try end(ProcessRun.limitingDescriptors(to: limit))
            #expect(result.end == .exited(74), "\(result)")
            #expect(result.standardError.contains("and 64 are needed"), "\(result)")
            #expect(result.standardError.split(separator: "\n").count == 1, "\(result)")
        }

        @Test("A limit that the server may raise by itself is raised first")
        func raised() throws {
            let result = try end(ProcessRun.limitingDescriptors(to: 4096) + "ulimit -S -n 32; ")
            #expect(result.end == .exited(0), "\(result)")
            #expect(result.standardOutput.hasPrefix("http://127.0.0.1:"), "\(result)")
        }
    }
#endif

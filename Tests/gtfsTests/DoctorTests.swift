import Foundation
import TestSupport
import Testing

@testable import gtfs

/// `gtfs doctor` says in words what is missing.
@Suite("gtfs doctor", .blocking) struct DoctorTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func findings(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (found: [String: [String: String]], code: Int32) {
        let run = try Command.run(
            ["doctor", "--json"] + arguments, in: folder, environment: environment)
        let list = try JSONDecoder().decode([[String: String]].self, from: Data(run.output.utf8))
        let pairs = try list.map { (try #require($0["subject"]), $0) }
        return (Dictionary(uniqueKeysWithValues: pairs), run.code)
    }

    /// A file with certificates, so that no test depends on those of the machine.
    private func certificates() throws -> String {
        let one = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        return try folder.write("trusted.pem", Array((one + one).utf8))
    }

    @Test("A complete machine exits 0, with a line that says so")
    func healthy() throws {
        let trusted = try certificates()
        let run = try Command.run(
            ["doctor", folder.path], in: folder, environment: ["SSL_CERT_FILE": trusted])
        #expect(run.code == 0, "\(run.output)")
        #expect(run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.last == "nothing is missing")
        #expect(lines.contains { $0.hasPrefix("ok  SQLite 3.") })
        #expect(lines.contains("ok  \(trusted) has 2 certificates"))
        #expect(
            lines.contains { $0.hasPrefix("ok  bundles go to \(folder.path), which has ") })
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!left.contains { $0.contains("doctor") })
    }

    @Test("JSON has every subject once, with its state")
    func json() throws {
        let (found, code) = try findings(
            [folder.path], environment: ["SSL_CERT_FILE": try certificates()])
        #expect(code == 0)
        #expect(
            found.keys.sorted() == [
                "SQLite", "archives", "bundles", "certificates", "downloads", "gtfs-serve",
                "inflating", "temporary files",
            ])
        #expect(found.values.allSatisfy { ["ok", "note"].contains($0["state"]) })
    }

    @Test("Without certificates https fails")
    func noCertificates() throws {
        let empty = try folder.write("empty.pem", Array("nothing\n".utf8))
        for path in ["/nowhere.pem", empty] {
            let (found, code) = try findings([folder.path], environment: ["SSL_CERT_FILE": path])
            #expect(code == 1)
            let finding = try #require(found["certificates"])
            #expect(finding["state"] == "missing")
            #expect(
                finding["message"]
                    == "SSL_CERT_FILE is \(path), which has no certificates: https fails")
            #expect(finding["advice"] == "name another file, or unset SSL_CERT_FILE")
        }
    }

    @Test("A folder for bundles that is not there, is a file, or cannot be written")
    func noBundles() throws {
        let file = try folder.write("file", [])
        var cases = [
            ("/nowhere", "there is no such folder"), (file, "it is not a folder"),
        ]
        #if os(Linux)
            cases.append(("/proc", "No such file or directory"))
        #endif
        for (path, reason) in cases {
            let (found, code) = try findings([path])
            #expect(code == 1)
            #expect(found["bundles"]?["state"] == "missing")
            #expect(found["bundles"]?["message"] == "bundles cannot go to \(path): \(reason)")
            #expect(found["bundles"]?["advice"] == "choose another folder")
        }
    }

    @Test("Temporary files need a folder, too")
    func noTemporaryFolder() throws {
        for (arguments, environment) in [
            (["--temporary-directory", "/nowhere"], [:]), ([], ["TMPDIR": "/nowhere"]),
        ] {
            let (found, code) = try findings(arguments + [folder.path], environment: environment)
            #expect(code == 1)
            #expect(
                found["temporary files"]?["message"]
                    == "temporary files cannot go to /nowhere: there is no such folder")
        }
        let run = try Command.run(
            ["doctor", folder.path, "--temporary-directory", "/nowhere"], in: folder,
            environment: ["SSL_CERT_FILE": try certificates()])
        #expect(run.output.hasSuffix("1 thing is missing\n"))
    }

    @Test("A disk that is nearly full")
    func fullDisk() {
        let little = FolderCheckup.room(
            30_000_000, in: "/srv", for: "bundles", advice: "choose another folder")
        #expect(little.state == .missing)
        #expect(little.message == "bundles go to /srv, which has only 30.00 MB left")
        #expect(little.advice == "free 1.00 GB, or choose another folder")
        let enough = FolderCheckup.room(2_000_000_000, in: "/srv", for: "bundles", advice: "")
        #expect(enough.state == .ok)
    }

    #if os(Linux)
        @Test("libcurl that cannot be loaded: nothing can be downloaded")
        func noCurl() throws {
            for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
                try folder.write("libraries/" + name, Array("no library".utf8))
            }
            let (found, code) = try findings(
                [folder.path], environment: ["LD_LIBRARY_PATH": folder.path + "/libraries"])
            #expect(code == 1)
            #expect(found["downloads"]?["state"] == "missing")
            #expect(
                found["downloads"]?["message"]
                    == "libcurl cannot be loaded: nothing can be downloaded")
        }
    #endif

    @Test("gtfs-serve that is not there is worth a note, and no failure")
    func noServer() throws {
        let alone = folder.path + "/alone"
        try FileManager.default.createDirectory(
            atPath: alone, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: PackageRoot.executable("gtfs"), toPath: alone + "/gtfs")
        let run = try ProcessRun.run(alone + "/gtfs", ["doctor", alone], folder: folder)
        let words = "there is no gtfs-serve beside gtfs: gtfs serve and gtfs explore need it"
        let line = run.standardOutput.split(separator: "\n").first { $0.hasSuffix(words) }
        #expect(line?.hasPrefix("note ") == true)
    }
}

@Suite("Jobs", .blocking) struct JobsTests {
    @Test("Without a verb the jobs are shown, with an example of each")
    func shown() throws {
        let outcome = try Command.run([], in: TestFolder())
        #expect(outcome.code == 0)
        #expect(outcome.output == Jobs.text)
        for job in Jobs.all { #expect(outcome.output.contains(job.example)) }
        #expect(!outcome.output.contains("SUBCOMMANDS"))
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("Every example is a command line that is understood")
    func understood() throws {
        for job in Jobs.all {
            let words = job.example.split(separator: " ").map(String.init)
            #expect(words.first == "gtfs")
            // These two wait for input; of all others no input is there, and that is no mistake of
            // the command line.
            let waits = ["serve", "fetch"].contains(words[1])
            let folder = try TestFolder()
            let arguments = words.dropFirst().map {
                $0 == "reports" ? folder.path + "/reports" : $0
            }
            let run = try Command.run(arguments + (waits ? ["--help"] : []), in: folder)
            #expect(run.code != 64, "\(job.example): \(run.errors)")
        }
    }

    @Test("Shells complete every verb", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let outcome = try Command.run(["--generate-completion-script", shell], in: TestFolder())
        #expect(outcome.code == 0)
        for word in ["validate", "explore", "doctor", "temporary-directory", "max-unpacked-size"] {
            #expect(outcome.output.contains(word), "\(word)")
        }
    }
}

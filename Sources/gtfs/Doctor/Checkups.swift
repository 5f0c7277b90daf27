import CArchive
import CurlLayer
import FeedReading
import SQLiteLayer
import SystemLayer

enum SQLiteCheckup {
    private static let needed = [
        ("FTS5", "CREATE VIRTUAL TABLE search USING fts5(name, content='', prefix='1 2 3')"),
        ("R*Tree", "CREATE VIRTUAL TABLE place USING rtree(id, low, high)"),
        ("JSON", "SELECT value FROM json_each('[1]')"),
    ]

    static var finding: CheckupFinding {
        let name = "SQLite \(Connection.version)"
        let missing = needed.filter { !works($0.1) }.map(\.0)
        guard missing.isEmpty else {
            return .missing(
                "SQLite",
                "\(name) lacks \(missing.joined(separator: " and ")): bundles cannot be "
                    + "built or searched",
                advice: "install a SQLite that has them, such as Debian's libsqlite3-0")
        }
        guard works("SELECT 1 FROM dbstat") else {
            return .note(
                "SQLite",
                "\(name) has FTS5, R*Tree and JSON, but not dbstat: gtfs inspect does "
                    + "not show bytes")
        }
        return .ok("SQLite", "\(name) has FTS5, R*Tree, JSON and dbstat")
    }

    private static func works(_ sql: String) -> Bool {
        do throws(SQLiteFailure) {
            try Connection(path: "", .writing).execute(sql)
            return true
        } catch {
            return false
        }
    }
}

enum LibraryCheckup {
    static var inflating: CheckupFinding {
        let name = Inflaters.libraryName
        guard name == "ISA-L" else {
            return .note(
                "inflating", "\(name) inflates; ISA-L, which is faster, was left out of this build")
        }
        return .ok("inflating", "\(name) inflates")
    }

    static var downloading: CheckupFinding {
        guard let library = CurlLibrary.shared else {
            return .missing(
                "downloads", "libcurl cannot be loaded: nothing can be downloaded",
                advice: "install it: on Debian, apt-get install libcurl4")
        }
        return .ok("downloads", "\(library.name) downloads")
    }

    static var unpacking: CheckupFinding {
        .ok(
            "archives",
            "\(String(cString: archive_version_string())) reads tar and 7z and writes zips"
        )
    }

    static var serving: CheckupFinding {
        do {
            let program = try Serve.program
            return .ok("gtfs-serve", "\(program) serves")
        } catch {
            return .note(
                "gtfs-serve",
                "there is no gtfs-serve beside gtfs: gtfs serve and gtfs explore need it",
                advice: "build it with `swift build -c release --product gtfs-serve`")
        }
    }
}

enum CertificateCheckup {
    private static let places = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    static var finding: CheckupFinding {
        if let path = ThisProcess.variable("SSL_CERT_FILE") {
            return found(in: path)
                ?? .missing(
                    "certificates",
                    "SSL_CERT_FILE is \(path), which has no certificates: https fails",
                    advice: "name another file, or unset SSL_CERT_FILE")
        }
        #if canImport(Darwin)
            return .ok("certificates", "the system has the certificates")
        #else
            return places.lazy.compactMap(found).first
                ?? .missing(
                    "certificates", "there are no trusted certificates: https fails",
                    advice: "install them: on Debian, apt-get install ca-certificates")
        #endif
    }

    private static func found(in path: String) -> CheckupFinding? {
        guard let bytes = try? WholeFile.head(path, count: 16 << 20) else { return nil }
        let count = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .count { $0.hasPrefix("-----BEGIN ") && $0.contains("CERTIFICATE-----") }
        guard count > 0 else { return nil }
        return .ok("certificates", "\(path) has \(Quantity.count(count, "certificate"))")
    }
}

enum FolderCheckup {
    /// Below this a folder counts as full: a large feed with its bundle takes several hundred MB.
    private static let leastFree = 1_000_000_000

    static func finding(_ folder: String, for use: String, advice: String) -> CheckupFinding {
        func missing(_ reason: String) -> CheckupFinding {
            .missing(use, "\(use) cannot go to \(ShownURL(folder).text): \(reason)", advice: advice)
        }
        guard let status = knownStatus(folder) else { return missing("there is no such folder") }
        guard status.kind == .folder else { return missing("it is not a folder") }
        do throws(FileError) {
            // Removed at once, as it is never moved into place.
            _ = try NewFile(at: folder + "/gtfs-doctor", replacing: .anything)
        } catch {
            switch error {
            case .cannotCreate(_, let reason), .cannotWrite(_, let reason),
                .cannotRead(_, let reason):
                return missing(reason)
            case .tooLarge: return missing(error.reason)
            }
        }
        do throws(SystemError) {
            return room(try freeSpace(folder), in: folder, for: use, advice: advice)
        } catch {
            return missing(error.description)
        }
    }

    static func room(
        _ free: Int, in folder: String, for use: String, advice: String
    ) -> CheckupFinding {
        guard free >= leastFree else {
            return .missing(
                use, "\(use) go to \(folder), which has only \(Quantity.bytes(free)) left",
                advice: "free \(Quantity.bytes(leastFree)), or \(advice)")
        }
        return .ok(use, "\(use) go to \(folder), which has \(Quantity.bytes(free)) left")
    }
}

import Foundation

/// Programs of others that the machine may have: loaders of all tables, and a validator.
struct ReachPeers {
    let pythons: Pythons
    /// After so long each is killed.
    let seconds: Int

    /// All of them; those that the machine lacks say what to install.
    func all(for feed: String, scratch: String) throws -> [ReachSubject] {
        try tables(feed, scratch)
            + [PythonPeer.guru, .kit, .pygtfs].map {
                try subject($0, feed: feed, scratch: scratch)
            }
    }

    /// The versions of those that are here, by name.
    func versions() throws -> [String: String] {
        var versions: [String: String] = [:]
        for (name, option) in [("unzip", "-v"), ("sqlite3", "--version")] {
            guard let path = MeasuredProgram.find(name) else { continue }
            let line = try MeasuredProgram(program: path, arguments: [option]).firstLine()
            versions[name] = line.flatMap(Self.version)
        }
        for peer in [PythonPeer.duckDB([], in: ""), .guru, .kit, .pygtfs] {
            versions[peer.name] = try pythons.first(with: peer.module, of: peer.package)?.version
        }
        return versions
    }

    /// The first word that begins with a digit.
    static func version(in line: String) -> String? {
        line.split(separator: " ").first { $0.first?.isNumber == true }.map(String.init)
    }

    /// Those that load tables, which lie unpacked in a folder.
    private func tables(_ feed: String, _ scratch: String) throws -> [ReachSubject] {
        let folder = "\(scratch)/unpacked"
        guard let unzip = MeasuredProgram.find("unzip") else {
            return [("sqlite3 .import", "loads into SQLite"), ("DuckDB", "loads into DuckDB")].map {
                ReachSubject(name: $0.0, does: $0.1, lacking: "apt-get install unzip")
            }
        }
        let unpacking = MeasuredProgram(
            program: unzip, arguments: ["-q", "-o", "-j", feed, "-d", folder], isSilent: true,
            lastGoodCode: 1, errorFile: "\(scratch)/errors.txt")
        // Unpacked once to see which tables there are.
        let tables =
            try unpacking.run().exitCode <= 1 ? try ImportPeer.tables(of: folder) : []
        var loaders = [
            sqlite(tables, in: folder, scratch: scratch),
            try subject(.duckDB(tables, in: folder), feed: feed, scratch: scratch),
        ]
        for index in loaders.indices {
            loaders[index].programs.insert(unpacking, at: 0)
            loaders[index].makesAnew.append(folder)
        }
        return loaders
    }

    /// `sqlite3 .import` of every file, and the indexes.
    private func sqlite(
        _ tables: [String], in folder: String, scratch: String
    ) -> ReachSubject {
        let database = "\(scratch)/peer.sqlite"
        let program = MeasuredProgram.find("sqlite3").map {
            MeasuredProgram(
                program: $0, arguments: [database] + ImportPeer.commands(tables, in: folder),
                errorFile: "\(scratch)/errors.txt")
        }
        return ReachSubject(
            name: "sqlite3 .import", does: "loads into SQLite, 5 indexes",
            programs: limited(program), makesAnew: [database], output: database, isPeer: true,
            lacking: program == nil ? "apt-get install sqlite3" : nil)
    }

    private func subject(
        _ peer: PythonPeer, feed: String, scratch: String
    ) throws -> ReachSubject {
        let output = peer.suffix.map { "\(scratch)/\(peer.package).\($0)" }
        let program = try pythons.first(with: peer.module, of: peer.package).map {
            MeasuredProgram(
                program: $0.path, arguments: ["-c", peer.script, feed, output ?? ""],
                errorFile: "\(scratch)/errors.txt")
        }
        return ReachSubject(
            name: peer.name, does: peer.does, programs: limited(program),
            makesAnew: [output].compactMap { $0 }, output: output, isPeer: true,
            lacking: program == nil ? "pip install \(peer.package)" : nil)
    }

    private func limited(_ program: MeasuredProgram?) -> [MeasuredProgram] {
        [program?.within(seconds: seconds)].compactMap { $0 }
    }
}

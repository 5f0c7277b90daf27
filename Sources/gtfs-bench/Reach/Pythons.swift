import Foundation

/// The interpreters of Python in which packages are looked for.
struct Pythons {
    /// Their paths, the first choice first.
    let paths: [String]

    /// Those that are given; without any, that of the virtual environment, then those in `$PATH`.
    init(
        given: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        isProgram: (String) -> Bool = FileManager.default.isExecutableFile
    ) {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let virtual = environment["VIRTUAL_ENV"].map { ["\($0)/bin"] } ?? []
        let found = (virtual + folders).map { "\($0)/python3" }.filter(isProgram)
        var known: Set<String> = []
        paths = given.isEmpty ? found.filter { known.insert($0).inserted } : given
    }

    /// The first that has a module, and the version of the package that it is from; nil when none has.
    func first(with module: String, of package: String) throws -> (path: String, version: String)? {
        // A package that cannot be loaded is there: what it says then is seen when it runs.
        let script = """
            import importlib.metadata, importlib.util, sys
            if importlib.util.find_spec(sys.argv[1]) is None: sys.exit(1)
            try: print(importlib.metadata.version(sys.argv[2]))
            except importlib.metadata.PackageNotFoundError: print("of unknown version")
            """
        for path in paths {
            let trial = MeasuredProgram(
                program: path, arguments: ["-c", script, module, package], isSilent: true)
            if let version = try trial.firstLine() { return (path, version) }
        }
        return nil
    }
}

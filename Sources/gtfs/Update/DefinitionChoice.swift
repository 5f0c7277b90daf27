import ArgumentParser
import Publishing

/// The feeds of a file or folder of definitions that are meant.
struct DefinitionChoice {
    private let path: String
    private let only: Set<String>

    init(_ path: String, only: [String]) {
        self.path = path
        self.only = Set(only)
    }

    /// Those of `--only`, or all; definitions that are broken are among all.
    func load() throws -> [FeedDefinitions.Loaded] {
        let loaded = try FeedDefinitions.load(path)
        guard !only.isEmpty else { return loaded }
        let chosen = loaded.filter { one in
            if case .success(let definition) = one { only.contains(definition.id) } else { false }
        }
        let ids = Set(chosen.compactMap { try? $0.get().id })
        if let missing = only.subtracting(ids).sorted().first {
            // A broken definition may be the one that was meant.
            for case .failure(let error) in loaded where error.file.contains(missing) {
                throw error
            }
            throw ValidationError("--only \(missing): \(path) has no feed of this id")
        }
        return chosen
    }
}

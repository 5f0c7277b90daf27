import BundleDelta

/// Publishes a bundle: packed for new apps, and as a delta for apps that have the one before.
func publish(_ new: String, after old: String) throws {
    try GzipFile.compress(new, to: new + ".gz")
    try BundleDelta.make(from: old, to: new, at: new + ".delta")
}

/// The examples in the comments of `BundleDelta`, with the paths of two bundles.
struct BundleDeltaExamples {
    let monday: String
    let tuesday: String
    let delta: String
    let copy: String

    func update() throws {
        try BundleDelta.make(from: monday, to: tuesday, at: delta)  // at the publisher
        try BundleDelta.apply(delta, to: monday, writing: copy)  // in the app
    }

    func make() throws {
        try BundleDelta.make(from: monday, to: tuesday, at: tuesday + ".delta")
    }

    func apply() throws -> String? {
        var mistake: String?
        do {
            try BundleDelta.apply(delta, to: tuesday, writing: copy)
        } catch BundleDeltaError.otherFile(let path) {
            mistake = "\(path) is not Monday's bundle"
        }
        return mistake
    }

    func compress() throws {
        try GzipFile.compress(tuesday, to: tuesday + ".gz")
    }

    func decompress() throws {
        try GzipFile.decompress(tuesday + ".gz", to: copy, sizeLimit: 100_000_000)
    }
}

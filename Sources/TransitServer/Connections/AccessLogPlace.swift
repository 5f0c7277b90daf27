import SystemLayer

/// Its lines would damage any other file that they are added to.
@available(iOS 17, macOS 14, *)
package struct AccessLogPlace {
    private static let own = Replaceable("an access log of gtfs-serve") { head in
        // The second is the first line after a disk was full.
        String(decoding: head, as: UTF8.self).prefixMatch(
            of: #/\{"time":"[^"]+",("id":"[^"]+","method":"|"dropped":)/#) != nil
    }

    private let inputs: [String]
    private let publishFolders: [String]

    /// - Parameters:
    ///   - path: what is served.
    ///   - inputs: the other files that the server reads.
    package init(serving path: String, inputs: [String]) {
        self.inputs = [path] + inputs
        publishFolders = FeedCatalog.publishFolders(at: path).compactMap(Files.realPath)
    }

    package func check(_ log: String) throws(ServingError) {
        guard log != AccessLog.standardError else { return }
        guard !inputs.contains(where: { OutputPlace.isSame(log, $0) }) else {
            throw .cannotCreate(path: log, reason: "is an input of this command")
        }
        // Web servers may show all files there, and an update makes and removes some.
        guard !isPublished(log) else {
            throw .cannotCreate(path: log, reason: "is in a publish folder that is served")
        }
        do throws(FileError) {
            try Self.own.check(log)
        } catch {
            guard case .cannotCreate(let path, let reason) = error else {
                throw .unusable(path: log, reason: error.reason)
            }
            throw .cannotCreate(path: path, reason: reason)
        }
    }

    private func isPublished(_ log: String) -> Bool {
        guard let folder = Files.realPath(Folder.split(log).folder) else { return false }
        return publishFolders.contains { folder == $0 || folder.hasPrefix($0 + "/") }
    }
}

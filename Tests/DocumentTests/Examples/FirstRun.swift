import Foundation
import TransitBundle
import TransitClient
import TransitViewModels

/// Opens the bundle at a path; on the first run of the app, it is downloaded from a server.
@available(iOS 17, macOS 14, *)
@MainActor func firstRun(_ path: String, from server: URL) -> FirstDownloadModel {
    FirstDownloadModel { progress in
        if !FileManager.default.fileExists(atPath: path) {
            let updater = try BundleUpdater(server, path: path, transport: URLSessionTransport())
            let steps = updater.progress()
            let telling = Task {
                for await case .downloading(let bytes, let total) in steps where total > 0 {
                    progress(Double(bytes) / Double(total))
                }
            }
            defer { telling.cancel() }
            try await updater.update()
        }
        return try TransitBundleStore(path: path)
    }
}

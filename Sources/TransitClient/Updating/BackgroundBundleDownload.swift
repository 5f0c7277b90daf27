#if canImport(Darwin)
    import BundleUpdating
    public import Foundation
    import SystemLayer

    /// Lets the system download a newer bundle while the app sleeps, and then installs it.
    ///
    /// The app creates one with the same identifier at each start, and the system reports downloads
    /// that ended while the app was not running. It downloads the whole bundle; a running app
    /// updates by deltas, with ``BundleUpdater/update()``.
    public final class BackgroundBundleDownload: NSObject, URLSessionDownloadDelegate {
        private let updater: BundleUpdater
        private let ended: @Sendable (Result<BundleUpdateReport, any Error>) -> Void
        private let session = Locked<URLSession?>(nil)

        /// Takes over downloads that were begun under an identifier.
        ///
        /// - Parameters:
        ///   - identifier: the app's own name for these downloads.
        ///   - ended: called when a download has ended.
        public init(
            _ updater: BundleUpdater, identifier: String,
            ended: @escaping @Sendable (Result<BundleUpdateReport, any Error>) -> Void
        ) {
            self.updater = updater
            self.ended = ended
            super.init()
            let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
            configuration.isDiscretionary = true
            configuration.allowsExpensiveNetworkAccess = updater.allowsExpensiveNetwork
            configuration.allowsConstrainedNetworkAccess = updater.allowsExpensiveNetwork
            let session = URLSession(
                configuration: configuration, delegate: self, delegateQueue: nil)
            self.session.withLock { $0 = session }
        }

        /// Begins a download if a newer version is published; returns false when there is none, or
        /// its download is already under way.
        public func start() async throws -> Bool {
            guard let session = session.withLock({ $0 }) else { return false }
            guard await session.allTasks.isEmpty, let file = try await updater.wholeFile(),
                let url = URL(string: file.url)
            else { return false }
            var request = URLRequest(url: url)
            for (name, value) in updater.headers {
                request.setValue(value, forHTTPHeaderField: name)
            }
            let task = session.downloadTask(with: request)
            task.taskDescription = file.sha256
            task.countOfBytesClientExpectsToReceive = Int64(file.bytes)
            task.resume()
            return true
        }

        /// Handles the end of a download, whose file disappears when this method returns.
        public func urlSession(
            _: URLSession, downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL
        ) {
            guard let sha256 = downloadTask.taskDescription,
                (downloadTask.response as? HTTPURLResponse)?.statusCode == 200
            else {
                return ended(
                    .failure(BundleUpdateFailure(.refused, "the server did not send the bundle")))
            }
            do {
                try updater.adopt(location.path, sha256: sha256)
            } catch {
                return ended(.failure(error))
            }
            Task { [updater, ended] in
                do {
                    ended(.success(try await updater.update()))
                } catch {
                    ended(.failure(error))
                }
            }
        }

        /// Handles the failure of a download, which the system has already repeated as often as is
        /// sensible.
        public func urlSession(
            _: URLSession, task _: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            if let error {
                ended(.failure(BundleUpdateFailure(.network, error.localizedDescription)))
            }
        }
    }
#endif

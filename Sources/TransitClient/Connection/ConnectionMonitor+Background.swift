#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import UIKit

    extension ConnectionMonitor {
        /// Pauses while the app is in the background, until the task is cancelled.
        func followApplication() async {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    let events = NotificationCenter.default.notifications(
                        named: UIApplication.didEnterBackgroundNotification)
                    for await _ in events { self.pause(.background) }
                }
                group.addTask {
                    let events = NotificationCenter.default.notifications(
                        named: UIApplication.willEnterForegroundNotification)
                    for await _ in events { self.resume(.background) }
                }
            }
        }
    }
#endif

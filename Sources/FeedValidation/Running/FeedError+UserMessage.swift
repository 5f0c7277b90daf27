public import FeedReading
import Foundation
public import TransitModel

extension FeedError: UserFacingError {
    public func userMessage(in words: RiderWords) -> String {
        switch self {
        case .download: words[.undeliveredFile]
        case .temporaryFile: words[.notSaved]
        case .limitExceeded: words[.tooLargeFile]
        case .cancelled: words[.cancelled]
        case .internalFailure: words[.somethingWrong]
        case .inputMissing, .inputUnreadable, .notAnArchive, .damagedArchive, .damagedMember,
            .encryptedMember, .unreadableMethod, .noFeedFiles, .severalFeeds, .innerArchives,
            .nestedTooDeep, .subpathNotFound:
            words[.unusableFile]
        }
    }

    public var errorDescription: String? { libraryDescription }
    public var debugDescription: String { libraryDescription }
}

extension Baseline.Unreadable: UserFacingError {
    package func userMessage(in words: RiderWords) -> String { words[.unusableFile] }
}

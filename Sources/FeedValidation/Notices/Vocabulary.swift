// The vocabulary of notices, which reading and compiling a feed give as well: who validates imports
// `FeedValidation` alone, and so does every rule.

@_exported public import class FeedReading.NoticeBin
@_exported public import protocol FeedReading.NoticeConvertible
@_exported public import struct FeedReading.NoticeDefinition
@_exported public import struct FeedReading.NoticeFields
@_exported public import enum FeedReading.NoticeSeverity
@_exported public import enum FeedReading.NoticeValue
@_exported public import struct FeedReading.ValidationNotice

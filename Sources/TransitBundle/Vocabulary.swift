// The vocabulary: what the library's answers are made of and another module defines, so that an app
// imports `TransitBundle` alone. Each type by itself, as the module has types of its own for the rows of `stops.txt`,
// `routes.txt` and others, whose names would be ambiguous. (Aliases would give the names only: with
// Swift's `MemberImportVisibility` a file sees no member of a type whose module it does not import.)
// `Color`, `Flag` and `Network` are left out: SwiftUI, ArgumentParser and Apple's Network have these
// names, and an app that uses such a value need not name its type.

@_exported public import struct GTFSSchedule.Accessibility
@_exported public import typealias GTFSSchedule.AgencyID
@_exported public import struct GTFSSchedule.Area
@_exported public import typealias GTFSSchedule.AreaID
@_exported public import struct GTFSSchedule.BookingRule
@_exported public import typealias GTFSSchedule.BookingRuleID
@_exported public import struct GTFSSchedule.BookingType
@_exported public import struct GTFSSchedule.CarriagePermission
@_exported public import struct GTFSSchedule.CurrencyAmount
@_exported public import struct GTFSSchedule.CurrencyCode
@_exported public import struct GTFSSchedule.DurationLimitType
@_exported public import struct GTFSSchedule.FareAttribute
@_exported public import typealias GTFSSchedule.FareID
@_exported public import struct GTFSSchedule.FareLegJoinRule
@_exported public import struct GTFSSchedule.FareLegRule
@_exported public import typealias GTFSSchedule.FareMediaID
@_exported public import struct GTFSSchedule.FareMediaType
@_exported public import struct GTFSSchedule.FareMedium
@_exported public import struct GTFSSchedule.FareProduct
@_exported public import typealias GTFSSchedule.FareProductID
@_exported public import struct GTFSSchedule.FareRule
@_exported public import struct GTFSSchedule.FareTransferRule
@_exported public import struct GTFSSchedule.FareTransferType
@_exported public import struct GTFSSchedule.FareTransfers
@_exported public import struct GTFSSchedule.FeedURL
@_exported public import typealias GTFSSchedule.LegGroupID
@_exported public import typealias GTFSSchedule.LevelID
@_exported public import struct GTFSSchedule.LocationType
@_exported public import typealias GTFSSchedule.NetworkID
@_exported public import struct GTFSSchedule.Pathway
@_exported public import typealias GTFSSchedule.PathwayID
@_exported public import struct GTFSSchedule.PathwayMode
@_exported public import struct GTFSSchedule.PaymentMethod
@_exported public import struct GTFSSchedule.PhoneNumber
@_exported public import struct GTFSSchedule.PickupDropOff
@_exported public import struct GTFSSchedule.RiderCategory
@_exported public import typealias GTFSSchedule.RiderCategoryID
@_exported public import typealias GTFSSchedule.RouteID
@_exported public import struct GTFSSchedule.ServiceDate
@_exported public import typealias GTFSSchedule.ServiceID
@_exported public import struct GTFSSchedule.ServiceTime
@_exported public import typealias GTFSSchedule.StopID
@_exported public import struct GTFSSchedule.Timeframe
@_exported public import typealias GTFSSchedule.TimeframeGroupID
@_exported public import struct GTFSSchedule.Transfer
@_exported public import struct GTFSSchedule.TransferType
@_exported public import typealias GTFSSchedule.TripID
@_exported public import typealias GTFSSchedule.ZoneID

public import GTFSSchedule

/// A moment from which, or until which, riders can book a ride on demand, on the agency's clock.
public struct BookingMoment: Codable, Hashable, Sendable {
    /// The date.
    public var date: ServiceDate
    /// The time on that date, from 00:00:00 to 23:59:59; nil when the rule names only a day.
    public var time: ServiceTime?

    /// Creates a booking moment.
    public init(date: ServiceDate, time: ServiceTime? = nil) {
        self.date = date
        self.time = time
    }
}

extension BookingRule {
    /// Returns the time until which riders can book a ride on a service day; nil for rules that
    /// count no days (`booking_type` 0 and 1), and when the day is not known.
    ///
    /// - Parameters:
    ///   - date: the service day of the ride.
    ///   - service: the service that `prior_notice_service_id` names, the only one whose days
    ///     count; nil when the rule names none, or one that the feed does not define.
    public func lastMoment(
        forRideOn date: ServiceDate, counting service: ServiceDescription? = nil
    ) -> BookingMoment? {
        guard bookingType == .priorDays else { return nil }
        return moment(priorNoticeLastDay, before: date, at: priorNoticeLastTime, of: service)
    }

    /// Returns the time from which riders can book a ride on a service day; nil for rules that set
    /// no such day, and when the day is not known.
    ///
    /// - Parameters:
    ///   - date: the service day of the ride.
    ///   - service: as for ``lastMoment(forRideOn:counting:)``.
    public func firstMoment(
        forRideOn date: ServiceDate, counting service: ServiceDescription? = nil
    ) -> BookingMoment? {
        guard bookingType == .sameDay || bookingType == .priorDays else { return nil }
        return moment(priorNoticeStartDay, before: date, at: priorNoticeStartTime, of: service)
    }

    /// The service whose days are the only ones that count as days before a ride; nil when all days
    /// count.
    public var countedServiceID: ServiceID? {
        bookingType == .priorDays ? priorNoticeServiceID : nil
    }

    private func moment(
        _ days: Int?, before date: ServiceDate, at time: ServiceTime?,
        of service: ServiceDescription?
    ) -> BookingMoment? {
        guard let days, let day = day(days, before: date, service) else { return nil }
        guard let time else { return BookingMoment(date: day) }
        // 25:00:00 is 01:00:00 of the next day.
        return BookingMoment(date: day.adding(days: time.dayOffset), time: time.timeOfDay)
    }

    private func day(
        _ days: Int, before date: ServiceDate, _ service: ServiceDescription?
    ) -> ServiceDate? {
        guard let id = countedServiceID, days > 0 else {
            return 0...date.days(since: .earliest) ~= days ? date.adding(days: -days) : nil
        }
        guard let service, ServiceID(service.serviceID) == id else { return nil }
        return service.day(days, before: date)
    }
}

extension ServiceDescription {
    /// The day that lies the given number of the service's days before a date; nil when the service
    /// has fewer days, or ends before the date: the feed then does not say which days would count.
    func day(_ count: Int, before date: ServiceDate) -> ServiceDate? {
        guard let firstDay, let end = [lastDay, calendar?.endDate].compactMap({ $0 }).max(),
            date.adding(days: -1) <= end
        else { return nil }
        var missing = count
        let before = days.utf8.prefix(max(date.days(since: firstDay), 0)).enumerated().reversed()
        for (index, day) in before where day == UInt8(ascii: "1") {
            missing -= 1
            if missing == 0 { return firstDay.adding(days: index) }
        }
        return nil
    }
}

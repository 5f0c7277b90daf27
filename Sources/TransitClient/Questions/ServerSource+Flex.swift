import TransitAPI
import TransitModel

extension ServerSource {
    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService] {
        try await asking { talk in
            let details: StopDetailsDTO? = try await talk.find(
                .stop, id: stop.askedID, [("date", date.description)])
            return details?.flexibleServices.map(\.model) ?? []
        }
    }

    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await asking { talk in
            let details: StopDetailsDTO? = try await talk.find(.stop, id: stop.askedID)
            return details?.flexibleAccess.map(\.model) ?? []
        }
    }

    func bookingRule(id: String) async throws -> BookingRule {
        try await asking { talk in
            guard let rule: RowDTO<BookingRule> = try await talk.find(.bookingRule, id: id) else {
                throw TransitSourceError.notFound(kind: "booking rule", id: id)
            }
            return rule.row
        }
    }
}

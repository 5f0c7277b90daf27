import TransitAPI
import TransitModel

extension ServerSource {
    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService] {
        try await asking { conversation in
            let details: StopDetailsDTO? = try await conversation.find(
                .stop, id: stop.askedID, [("date", date.description)])
            return details?.flexibleServices.map(\.model) ?? []
        }
    }

    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await asking { conversation in
            let details: StopDetailsDTO? = try await conversation.find(.stop, id: stop.askedID)
            return details?.flexibleAccess.map(\.model) ?? []
        }
    }

    func bookingRule(id: String) async throws -> BookingRule {
        try await asking { conversation in
            guard let rule: RowDTO<BookingRule> = try await conversation.find(.bookingRule, id: id)
            else {
                throw TransitSourceError.notFound(kind: "booking rule", id: id)
            }
            return rule.row
        }
    }
}

import GTFSSchedule

extension FieldType {
    /// The type in the shorthand of `Fixtures/reference.tsv`.
    var shorthand: String {
        switch self {
        case .id: "id"
        case .text: "text"
        case .url: "url"
        case .email: "email"
        case .phoneNumber: "phone"
        case .languageCode: "language"
        case .timezone: "timezone"
        case .currencyCode: "currency"
        case .currencyAmount: "amount"
        case .nonNegativeAmount: "amount>=0"
        case .color: "color"
        case .date: "date"
        case .time: "time"
        case .localTime: "local_time"
        case .latitude: "latitude"
        case .longitude: "longitude"
        case .float: "float"
        case .nonNegativeFloat: "float>=0"
        case .positiveFloat: "float>0"
        case .integer: "integer"
        case .nonNegativeInteger: "integer>=0"
        case .positiveInteger: "integer>0"
        case .nonZeroInteger: "integer!=0"
        case .enumeration(let codes): "\(codes.lowerBound)-\(codes.upperBound)"
        case .routeType: "route_type"
        case .keyword: "keyword"
        }
    }

    /// A cell that holds a good value of the type.
    var goodCell: String {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode,
            .keyword:
            "text"
        case .currencyAmount, .nonNegativeAmount: "2.50"
        case .color: "00A1FC"
        case .date: "20261121"
        case .time, .localTime: "07:05:00"
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat: "1.5"
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger: "3"
        case .enumeration, .routeType: "1"
        }
    }

    /// A cell that holds no value of the type; nil when the type takes any text.
    var badCell: String? {
        sqlType == "TEXT" && goodCell == "text" ? nil : "not a value"
    }
}

extension Presence {
    /// The presence in the shorthand of `Fixtures/reference.tsv`.
    var shorthand: String {
        switch self {
        case .required, .requiredColumn: "required"
        case .optional: "optional"
        case .recommended: "recommended"
        case .conditionallyRequired: "if"
        case .conditionallyForbidden: "unless"
        }
    }
}

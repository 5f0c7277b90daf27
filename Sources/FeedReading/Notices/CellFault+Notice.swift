package import GTFSSchedule

extension CellFault {
    package var notice: NoticeDefinition {
        switch self {
        case .invalidColor: .invalidColor
        case .invalidDate: .invalidDate
        case .invalidFloat: .invalidFloat
        case .invalidInteger: .invalidInteger
        case .invalidTime: .invalidTime
        case .timeWithoutSeconds: .timeWithoutSeconds
        case .unknownCode: .unexpectedEnumValue
        case .outOfRange: .numberOutOfRange
        }
    }
}

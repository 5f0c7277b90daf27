extension Alert {
    /// The reason of an alert.
    public struct Cause: RealtimeCode {
        public static let words: [Int32: String] = [
            1: "UNKNOWN_CAUSE", 2: "OTHER_CAUSE", 3: "TECHNICAL_PROBLEM", 4: "STRIKE",
            5: "DEMONSTRATION", 6: "ACCIDENT", 7: "HOLIDAY", 8: "WEATHER", 9: "MAINTENANCE",
            10: "CONSTRUCTION", 11: "POLICE_ACTIVITY", 12: "MEDICAL_EMERGENCY", 13: "SPECIAL_EVENT",
        ]
        /// Not known.
        public static let unknown = Self(rawValue: 1)
        /// A cause not in this list.
        public static let other = Self(rawValue: 2)
        /// Something is broken.
        public static let technicalProblem = Self(rawValue: 3)
        /// Staff is on strike.
        public static let strike = Self(rawValue: 4)
        /// A demonstration.
        public static let demonstration = Self(rawValue: 5)
        /// An accident.
        public static let accident = Self(rawValue: 6)
        /// A holiday.
        public static let holiday = Self(rawValue: 7)
        /// The weather.
        public static let weather = Self(rawValue: 8)
        /// Planned maintenance work.
        public static let maintenance = Self(rawValue: 9)
        /// A construction site.
        public static let construction = Self(rawValue: 10)
        /// Police activity.
        public static let policeActivity = Self(rawValue: 11)
        /// A medical emergency.
        public static let medicalEmergency = Self(rawValue: 12)
        /// An event with many visitors.
        public static let specialEvent = Self(rawValue: 13)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }

    /// The consequence of an alert.
    public struct Effect: RealtimeCode {
        public static let words: [Int32: String] = [
            1: "NO_SERVICE", 2: "REDUCED_SERVICE", 3: "SIGNIFICANT_DELAYS", 4: "DETOUR",
            5: "ADDITIONAL_SERVICE", 6: "MODIFIED_SERVICE", 7: "OTHER_EFFECT", 8: "UNKNOWN_EFFECT",
            9: "STOP_MOVED", 10: "NO_EFFECT", 11: "ACCESSIBILITY_ISSUE",
        ]
        /// No service runs.
        public static let noService = Self(rawValue: 1)
        /// Less service than usual.
        public static let reducedService = Self(rawValue: 2)
        /// Services are late.
        public static let significantDelays = Self(rawValue: 3)
        /// Vehicles take another way.
        public static let detour = Self(rawValue: 4)
        /// More service than usual.
        public static let additionalService = Self(rawValue: 5)
        /// Service differs from the usual one.
        public static let modifiedService = Self(rawValue: 6)
        /// An effect not in this list.
        public static let other = Self(rawValue: 7)
        /// Not known.
        public static let unknown = Self(rawValue: 8)
        /// A stop has moved.
        public static let stopMoved = Self(rawValue: 9)
        /// No effect.
        public static let unaffected = Self(rawValue: 10)
        /// A step-free way is closed.
        public static let accessibilityIssue = Self(rawValue: 11)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }

    /// How serious an alert is.
    public struct SeverityLevel: RealtimeCode {
        public static let words: [Int32: String] = [
            1: "UNKNOWN_SEVERITY", 2: "INFO", 3: "WARNING", 4: "SEVERE",
        ]
        /// Not known.
        public static let unknown = Self(rawValue: 1)
        /// Information only.
        public static let info = Self(rawValue: 2)
        /// Plans may have to change.
        public static let warning = Self(rawValue: 3)
        /// Plans have to change.
        public static let severe = Self(rawValue: 4)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }
}

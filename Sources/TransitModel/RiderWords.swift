public import Foundation

/// The texts of the library that riders read, in one language: error messages, modes, validity,
/// accessibility, headways, origins of answers.
///
/// Texts exist in English and German, chosen by a tag as for names. An app can replace some of
/// them, or add a language; texts that it does not supply stay as they are.
///
/// ```swift
/// let words = RiderWords(for: "de-AT", replacing: ["mode.tram": "Bim"])
/// let modes = [RouteType.rail, .tram].map { $0.displayName(in: words) }  // ["Zug", "Bim"]
/// ```
public struct RiderWords: Hashable, Sendable {
    /// The keys of the texts; a raw value never changes.
    package enum Key: String, CaseIterable, Sendable {
        case rail = "mode.rail"
        case metro = "mode.metro"
        case bus = "mode.bus"
        case ferry = "mode.ferry"
        case tram = "mode.tram"
        case air = "mode.air"
        case cableCar = "mode.cable_car"
        case coach = "mode.coach"
        case funicular = "mode.funicular"
        case gondola = "mode.gondola"
        case monorail = "mode.monorail"
        case taxi = "mode.taxi"
        case trolleybus = "mode.trolleybus"
        case otherMode = "mode.other"

        case accessible = "accessibility.yes"
        case notAccessible = "accessibility.no"
        case unknownAccessibility = "accessibility.unknown"
        case carried = "carriage.yes"
        case notCarried = "carriage.no"
        case unknownCarriage = "carriage.unknown"

        case everyMinute = "headway.one"
        case everyMinutes = "headway.other"

        case onTime = "realtime.on_time"
        case lateMinute = "realtime.late.one"
        case lateMinutes = "realtime.late.other"
        case earlyMinute = "realtime.early.one"
        case earlyMinutes = "realtime.early.other"
        case canceled = "realtime.canceled"
        case skipped = "realtime.skipped"
        case addedRun = "realtime.added"
        case noLiveData = "realtime.no_data"
        case otherPlatform = "realtime.platform"
        case liveData = "realtime.live"
        case staleLiveData = "realtime.stale"
        case expiredLiveData = "realtime.expired"

        case stopCode = "stop.code"
        case stopLocation = "stop.location"

        case expiresToday = "feed.expires.today"
        case expiresInDay = "feed.expires.one"
        case expiresInDays = "feed.expires.other"
        case expiredDayAgo = "feed.expired.one"
        case expiredDaysAgo = "feed.expired.other"

        case justNow = "origin.now"
        case secondAgo = "origin.ago.one"
        case secondsAgo = "origin.ago.other"
        case onDevice = "origin.device"
        case onDeviceUntil = "origin.device.until"
        case offline = "origin.offline"
        case example = "origin.example"

        case checkingBackend = "backend.checking"
        case invalidAddress = "backend.address"
        case backendError = "backend.error"
        case invalidFormat = "backend.format"
        case backendUnreachable = "backend.unreachable"

        case somethingWrong = "error.other"
        case cancelled = "error.cancelled"
        case notLoggedIn = "error.login"
        case invalidInput = "error.input"
        case noConnection = "error.connection"
        case captivePortal = "error.portal"
        case unsafeConnection = "error.unsafe"
        case tooManyRequests = "error.requests"
        case tooManyRequestsInSecond = "error.requests.one"
        case tooManyRequestsInSeconds = "error.requests.other"
        case unreadableAnswer = "error.answer"
        case unknownAddress = "error.address"
        case notInTimetable = "error.gone"
        case unknownFeed = "error.feed"
        case unknownVersion = "error.version"
        case noTimetable = "error.timetable.none"
        case noEarlierTimetable = "error.timetable.earlier"
        case damagedTimetable = "error.timetable.damaged"
        case unreadableTimetable = "error.timetable.unreadable"
        case newerTimetable = "error.timetable.newer"
        case refusedTimetable = "error.timetable.refused"
        case untrustedTimetable = "error.timetable.untrusted"
        case busyTimetable = "error.timetable.busy"
        case unusableFile = "error.file"
        case tooLargeFile = "error.file.size"
        case undeliveredFile = "error.file.download"
        case notSaved = "error.disk"
    }

    /// All texts by their keys, such as `mode.rail`, which never change. `{n}` in a text stands for
    /// a number or another value; `.one` is for the number 1, `.other` for all others.
    public let texts: [String: String]

    /// The words in English.
    public static let english = RiderWords()
    /// The words in German.
    public static let german = RiderWords(for: "de")

    /// Creates the texts for a language.
    ///
    /// - Parameters:
    ///   - language: an IETF BCP 47 tag, such as `de-AT`; English is used where there are no texts
    ///     in that language.
    ///   - texts: texts of the app that replace those of the library, by the keys of ``texts``.
    public init(for language: String = "en", replacing texts: [String: String] = [:]) {
        var subtags = language.lowercased().split { $0 == "-" || $0 == "_" }
        while !subtags.isEmpty, Self.tables[subtags.joined(separator: "-")] == nil {
            subtags.removeLast()
        }
        let table = Self.tables[subtags.joined(separator: "-")] ?? Self.englishTable
        let own = table.map { ($0.key.rawValue, $0.value) }
        self.texts = Dictionary(uniqueKeysWithValues: own).merging(texts) { $1 }
    }

    package subscript(key: Key) -> String { texts[key.rawValue] ?? key.rawValue }

    package func text(_ key: Key, n value: String) -> String {
        self[key].replacingOccurrences(of: "{n}", with: value)
    }

    /// Returns the message for an error of any type; an error without a text for riders gets a
    /// general one.
    ///
    /// ```swift
    /// let german = RiderWords(for: "de")
    /// let message = german.message(for: TransitSourceError.notFound(kind: "stop", id: "QUAY"))
    /// // "Das ist nicht mehr im Fahrplan. Bitte suchen Sie erneut"
    /// ```
    public func message(for error: any Error) -> String {
        switch error {
        case let error as any UserFacingError: error.userMessage(in: self)
        case is CancellationError: self[.cancelled]
        default: (error as? any LocalizedError)?.errorDescription ?? self[.somethingWrong]
        }
    }

    /// By the tags of languages.
    static let tables = ["en": englishTable, "de": germanTable]

    private static let englishTable: [Key: String] = [
        .rail: "Train",
        .metro: "Metro",
        .bus: "Bus",
        .ferry: "Ferry",
        .tram: "Tram",
        .air: "Air",
        .cableCar: "Cable car",
        .coach: "Coach",
        .funicular: "Funicular",
        .gondola: "Gondola",
        .monorail: "Monorail",
        .taxi: "Taxi",
        .trolleybus: "Trolleybus",
        .otherMode: "Other",
        .accessible: "Accessible",
        .notAccessible: "Not Accessible",
        .unknownAccessibility: "Unknown",
        .carried: "Allowed",
        .notCarried: "Not Allowed",
        .unknownCarriage: "Unknown",
        .everyMinute: "about every minute",
        .everyMinutes: "about every {n} min",
        .onTime: "On time",
        .lateMinute: "1 min late",
        .lateMinutes: "{n} min late",
        .earlyMinute: "1 min early",
        .earlyMinutes: "{n} min early",
        .canceled: "Canceled",
        .skipped: "Does not stop here",
        .addedRun: "Extra trip",
        .noLiveData: "No live data",
        .otherPlatform: "Now at platform {n}",
        .liveData: "Live, as of {n}",
        .staleLiveData: "Live data is late, as of {n}",
        .expiredLiveData: "No live data now: times are those of the timetable",
        .stopCode: "Stop Code: {n}",
        .stopLocation: "Location: {n}",
        .expiresToday: "Timetable expires today",
        .expiresInDay: "Timetable expires in 1 day",
        .expiresInDays: "Timetable expires in {n} days",
        .expiredDayAgo: "Timetable expired 1 day ago",
        .expiredDaysAgo: "Timetable expired {n} days ago",
        .justNow: "From the server, just now",
        .secondAgo: "From the server, 1 second ago",
        .secondsAgo: "From the server, {n} seconds ago",
        .onDevice: "Timetable on this device",
        .onDeviceUntil: "Timetable on this device, valid until {n}",
        .offline: "Offline",
        .example: "Example",
        .checkingBackend: "Checking backend...",
        .invalidAddress: "Invalid URL",
        .backendError: "Backend returned error",
        .invalidFormat: "Invalid response format",
        .backendUnreachable: "Backend unreachable: {n}",
        .somethingWrong: "Something went wrong. Please try again",
        .cancelled: "This was canceled",
        .notLoggedIn: "Please log in again to continue",
        .invalidInput: "Please check your input",
        .noConnection: "Check your internet connection",
        .captivePortal: "Open a browser and log in to this network first",
        .unsafeConnection: "This connection is not safe. Please use another network",
        .tooManyRequests: "Too many requests. Please try again in a moment",
        .tooManyRequestsInSecond: "Too many requests. Please try again in a second",
        .tooManyRequestsInSeconds: "Too many requests. Please try again in {n} seconds",
        .unreadableAnswer: "Unable to process server response",
        .unknownAddress:
            "The server has nothing there. Please check its address, or update the app",
        .notInTimetable: "This is not in the timetable any more. Please search again",
        .unknownFeed: "This server does not have the timetable",
        .unknownVersion: "This server does not have this version of the timetable",
        .noTimetable: "There is no timetable on this device yet",
        .noEarlierTimetable: "There is no earlier timetable on this device",
        .damagedTimetable: "The timetable on this device is damaged. Please download it again",
        .unreadableTimetable: "The timetable cannot be read now. Please try again",
        .newerTimetable: "Update the app to read this timetable",
        .refusedTimetable: "The timetable is not available from this server",
        .untrustedTimetable: "The new timetable could not be verified and was not installed",
        .busyTimetable: "The timetable is being updated already",
        .unusableFile: "This file cannot be read. Please choose another one",
        .tooLargeFile: "This file is too large",
        .undeliveredFile: "The file cannot be downloaded. Please check its address",
        .notSaved: "This cannot be saved. Please check the free space on this device",
    ]

    private static let germanTable: [Key: String] = [
        .rail: "Zug",
        .metro: "U-Bahn",
        .bus: "Bus",
        .ferry: "Fähre",
        .tram: "Straßenbahn",
        .air: "Flug",
        .cableCar: "Kabelstraßenbahn",
        .coach: "Fernbus",
        .funicular: "Standseilbahn",
        .gondola: "Seilbahn",
        .monorail: "Einschienenbahn",
        .taxi: "Taxi",
        .trolleybus: "Oberleitungsbus",
        .otherMode: "Sonstiges",
        .accessible: "Barrierefrei",
        .notAccessible: "Nicht barrierefrei",
        .unknownAccessibility: "Unbekannt",
        .carried: "Erlaubt",
        .notCarried: "Nicht erlaubt",
        .unknownCarriage: "Unbekannt",
        .everyMinute: "etwa jede Minute",
        .everyMinutes: "etwa alle {n} Min.",
        .onTime: "Pünktlich",
        .lateMinute: "1 Min. später",
        .lateMinutes: "{n} Min. später",
        .earlyMinute: "1 Min. früher",
        .earlyMinutes: "{n} Min. früher",
        .canceled: "Fällt aus",
        .skipped: "Hält hier nicht",
        .addedRun: "Zusatzfahrt",
        .noLiveData: "Keine Live-Daten",
        .otherPlatform: "Jetzt an Steig {n}",
        .liveData: "Live, Stand {n}",
        .staleLiveData: "Verspätete Live-Daten, Stand {n}",
        .expiredLiveData: "Zurzeit keine Live-Daten: Zeiten nach Fahrplan",
        .stopCode: "Haltestellennummer: {n}",
        .stopLocation: "Koordinaten: {n}",
        .expiresToday: "Fahrplan läuft heute ab",
        .expiresInDay: "Fahrplan läuft in 1 Tag ab",
        .expiresInDays: "Fahrplan läuft in {n} Tagen ab",
        .expiredDayAgo: "Fahrplan ist vor 1 Tag abgelaufen",
        .expiredDaysAgo: "Fahrplan ist vor {n} Tagen abgelaufen",
        .justNow: "Vom Server, gerade eben",
        .secondAgo: "Vom Server, vor 1 Sekunde",
        .secondsAgo: "Vom Server, vor {n} Sekunden",
        .onDevice: "Fahrplan auf diesem Gerät",
        .onDeviceUntil: "Fahrplan auf diesem Gerät, gültig bis {n}",
        .offline: "Offline",
        .example: "Beispiel",
        .checkingBackend: "Server wird geprüft ...",
        .invalidAddress: "Ungültige Adresse",
        .backendError: "Der Server meldet einen Fehler",
        .invalidFormat: "Ungültiges Antwortformat",
        .backendUnreachable: "Server nicht erreichbar: {n}",
        .somethingWrong: "Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal",
        .cancelled: "Das wurde abgebrochen",
        .notLoggedIn: "Bitte melden Sie sich erneut an",
        .invalidInput: "Bitte prüfen Sie Ihre Eingabe",
        .noConnection: "Bitte prüfen Sie Ihre Internetverbindung",
        .captivePortal:
            "Bitte öffnen Sie einen Browser und melden Sie sich zuerst in diesem Netzwerk an",
        .unsafeConnection:
            "Diese Verbindung ist nicht sicher. Bitte nutzen Sie ein anderes Netzwerk",
        .tooManyRequests: "Zu viele Anfragen. Bitte versuchen Sie es gleich noch einmal",
        .tooManyRequestsInSecond:
            "Zu viele Anfragen. Bitte versuchen Sie es in einer Sekunde noch einmal",
        .tooManyRequestsInSeconds:
            "Zu viele Anfragen. Bitte versuchen Sie es in {n} Sekunden noch einmal",
        .unreadableAnswer: "Die Antwort des Servers ist nicht lesbar",
        .unknownAddress:
            "Auf dem Server ist dort nichts. Bitte prüfen Sie die Adresse oder aktualisieren Sie "
            + "die App",
        .notInTimetable: "Das ist nicht mehr im Fahrplan. Bitte suchen Sie erneut",
        .unknownFeed: "Dieser Server hat den Fahrplan nicht",
        .unknownVersion: "Dieser Server hat diese Version des Fahrplans nicht",
        .noTimetable: "Auf diesem Gerät ist noch kein Fahrplan",
        .noEarlierTimetable: "Auf diesem Gerät ist kein früherer Fahrplan",
        .damagedTimetable:
            "Der Fahrplan auf diesem Gerät ist beschädigt. Bitte laden Sie ihn erneut herunter",
        .unreadableTimetable:
            "Der Fahrplan ist gerade nicht lesbar. Bitte versuchen Sie es noch einmal",
        .newerTimetable: "Bitte aktualisieren Sie die App, um diesen Fahrplan zu lesen",
        .refusedTimetable: "Der Fahrplan ist auf diesem Server nicht verfügbar",
        .untrustedTimetable:
            "Der neue Fahrplan konnte nicht geprüft werden und wurde nicht installiert",
        .busyTimetable: "Der Fahrplan wird bereits aktualisiert",
        .unusableFile: "Diese Datei ist nicht lesbar. Bitte wählen Sie eine andere",
        .tooLargeFile: "Diese Datei ist zu groß",
        .undeliveredFile:
            "Die Datei kann nicht heruntergeladen werden. Bitte prüfen Sie die Adresse",
        .notSaved:
            "Das kann nicht gespeichert werden. Bitte prüfen Sie den freien Speicherplatz auf "
            + "diesem Gerät",
    ]
}

/// An error with a message for riders, who cannot act on paths, commands or codes of the system.
///
/// `debugDescription` and `description` contain these details, for logs and developers.
public protocol UserFacingError: LocalizedError, CustomStringConvertible,
    CustomDebugStringConvertible
{
    /// One sentence for a screen, in the given words.
    func userMessage(in words: RiderWords) -> String
}

extension UserFacingError {
    /// One sentence for a screen, in English.
    public var userMessage: String { userMessage(in: .english) }
    public var errorDescription: String? { userMessage }
    public var debugDescription: String { description }
}

import Foundation

/// A small feed written in a test: all its files in one text, each below a heading.
///
/// ```swift
/// let feed: TestFeed = """
///     # stops.txt
///     stop_id,stop_name
///     A,Harbour
///     """
/// ```
package struct TestFeed: ExpressibleByStringLiteral, Sendable {
    package private(set) var files: [(name: String, text: String)] = []

    package init(stringLiteral text: String) {
        self.init(text)
    }

    package init(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                files.append((name: String(line.dropFirst(2)), text: ""))
            } else if !files.isEmpty {
                files[files.count - 1].text += line + "\n"
            }
        }
    }

    package func with(_ other: TestFeed) -> TestFeed {
        var result = self
        for file in other.files { result[file.name] = file.text }
        return result
    }

    package func without(_ names: String...) -> TestFeed {
        var result = self
        for name in names { result[name] = nil }
        return result
    }

    package subscript(name: String) -> String? {
        get { files.first { $0.name.utf8.elementsEqual(name.utf8) }?.text }
        set {
            let place = files.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
            switch (place, newValue) {
            case (let place?, let text?): files[place].text = text
            case (let place?, nil): files.remove(at: place)
            case (nil, let text?): files.append((name: name, text: text))
            case (nil, nil): break
            }
        }
    }

    package func write(to folder: TestFolder, as name: String = "feed") throws -> String {
        for file in files { try folder.write(name + "/" + file.name, Array(file.text.utf8)) }
        return folder.path + "/" + name
    }

    package func pack(
        as kind: ArchiveBuilder.Kind, to folder: TestFolder, as name: String
    ) throws -> String {
        try folder.write(name, try ArchiveBuilder.pack(files, as: kind))
    }

    package static func sample() throws -> TestFeed {
        var feed = TestFeed("")
        for path in PackageRoot.files(below: "feeds/sample", suffix: "") {
            feed[URL(fileURLWithPath: path).lastPathComponent] = try String(
                contentsOfFile: path, encoding: .utf8)
        }
        return feed
    }

    /// One route with two trips of four stops, on weekdays.
    package static let base: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Europe/Paris
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Harbour,48.0,2.0
        B,Market,48.0,2.1
        C,Museum,48.0,2.2
        D,Airport,48.0,2.4
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,X,1,3
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WD,1,1,1,1,1,0,0,20260101,20261231
        # trips.txt
        route_id,service_id,trip_id
        R,WD,T1
        R,WD,T2
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        T1,08:10:00,08:11:00,B,2
        T1,08:20:00,08:20:30,C,3
        T1,08:30:00,08:30:00,D,4
        T2,23:50:00,23:50:00,A,1
        T2,24:00:00,24:01:00,B,2
        T2,24:10:00,24:10:30,C,3
        T2,25:20:00,25:20:00,D,4
        """
}

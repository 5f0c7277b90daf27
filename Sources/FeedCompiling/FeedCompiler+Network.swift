import BundleCodec
import FeedReading
import GTFSSchedule

extension FeedCompiler {
    func readAgencies(_ source: any ByteSource) throws {
        let table = Agency.table
        let id = table.index("agency_id")
        try readRows(table, source) { row in
            agencyCount += 1
            let agency = String(decoding: row.text(id), as: UTF8.self)
            onlyAgency = agencyCount == 1 ? agency : nil
            filterNames.note(agency: AgencyID(agency))
            return []
        }
    }

    func readStops(_ source: any ByteSource) throws {
        let table = Stop.table
        let id = table.index("stop_id")
        let latitude = table.index("stop_lat")
        let longitude = table.index("stop_lon")
        let locationType = table.index("location_type")
        let parent = table.index("parent_station")
        let wheelchair = table.index("wheelchair_boarding")
        let searched = ["stop_name", "stop_code"].map(table.index)
        try readRows(table, source) { row in
            let key = stopKeys.key(row.text(id))
            _ = stops.ids.intern(row.text(id))
            stops.append(
                key: key,
                StopTable.StopRow(
                    latitude: row.real(latitude), longitude: row.real(longitude),
                    locationType: row.integer(locationType),
                    wheelchairBoarding: row.integer(wheelchair),
                    parentStation: row.text(parent)))
            // For most stops this is after inheritance; `BundleFinisher` knows the parents of the
            // others.
            let accessibility = row.integer(wheelchair) ?? 0
            return [
                .integer(Int64(key)), .integer(Int64(accessibility)), searchWords(row, searched),
            ]
        }
    }

    func readRoutes(_ source: any ByteSource) throws {
        let table = Route.table
        let id = table.index("route_id")
        let agency = table.index("agency_id")
        let type = table.index("route_type")
        let color = table.index("route_color")
        let textColor = table.index("route_text_color")
        let searched = ["route_short_name", "route_long_name"].map(table.index)
        try readRows(table, source) { row in
            let code = row.integer(type)
            let key = routeKeys.key(row.text(id))
            _ = routes.ids.intern(row.text(id))
            let named = String(decoding: row.text(agency), as: UTF8.self)
            let agencyID = AgencyID(named.isEmpty ? onlyAgency ?? "" : named)
            let routeID = RouteID(String(decoding: row.text(id), as: UTF8.self))
            filterNames.note(route: routeID, agency: agencyID, type: code)
            let isKept = options.filter.keepsRoute(id: routeID, agency: agencyID, type: code)
            routes.append(key: key, isKept: isKept)
            let colors = RouteColors(
                routeColor: RGBColor(cell: row.text(color)),
                routeTextColor: RGBColor(cell: row.text(textColor)))
            let mode = code.map { RouteType(code: $0).mode } ?? .other
            return [
                .integer(Int64(key)), .text(mode.rawValue), .text(colors.background.description),
                .text((colors.isReadable ? colors.text : colors.readableText).description),
                searchWords(row, searched),
            ]
        }
    }

    private func searchWords(_ row: CheckedRow, _ fields: [Int]) -> ExtraValue {
        let texts = fields.map { String(decoding: row.text($0), as: UTF8.self) }
        return SearchFolding.searchWords(texts).map(ExtraValue.text) ?? .null
    }

    func readCalendar(_ source: any ByteSource) throws {
        let table = ServiceCalendar.table
        let id = table.index("service_id")
        let days = Weekday.allCases.map { table.index("\($0)") }
        let start = table.index("start_date")
        let end = table.index("end_date")
        try readRows(table, source) { row in
            noteUnexpected(row, [start, end])
            let service = services.intern(row.text(id), defined: true)
            var weekdays: UInt8 = 0
            for (bit, day) in days.enumerated() where row.integer(day) == 1 {
                weekdays |= 1 << UInt8(bit)
            }
            services.setRegular(
                service, weekdays: weekdays, from: row.date(start), to: row.date(end))
            return [.integer(Int64(service) + 1)]
        }
    }

    func readCalendarDates(_ source: any ByteSource) throws {
        let table = CalendarDate.table
        let id = table.index("service_id")
        let date = table.index("date")
        let type = table.index("exception_type")
        let reader = try TableReader(table, source: source, findings: findings)
        let row = CheckedRow(reader)
        let unknown = keepUnknown(reader)
        let notesRows = options.filter.leavesOut
        var kept: Int64 = 0
        while try reader.next() {
            guard row.load(), let day = row.date(date) else {
                if !row.text(id).isEmpty { _ = services.leftOut.intern(row.text(id)) }
                continue
            }
            let service = services.intern(row.text(id), defined: true)
            guard services.addException(service, day, code: row.integer(type)) else {
                row.rejectDuplicate()
                continue
            }
            noteUnexpected(row, [date])
            try sink.write(row, of: table, adding: [.integer(Int64(service) + 1)])
            if notesRows { rowNumbers[table.file.name, default: []].append(Int32(row.row)) }
            kept += 1
            unknown?.append(key: kept, reader.cells)
        }
        summarize(reader)
    }

    private func noteUnexpected(_ row: CheckedRow, _ fields: [Int]) {
        for field in fields {
            guard let date = row.date(field), !ExpectedDates.contains(date) else { continue }
            findings.note(
                .serviceDateOutOfRange, file: row.table.file.name, row: row.row,
                field: row.table.fields[field].name, value: "\(date)")
        }
    }
}

extension CheckedRow {
    func date(_ field: Int) -> ServiceDate? {
        integer(field).flatMap { ServiceDate(yyyymmdd: Int32($0)) }
    }
}

/// Examples about files, headers and rows.
extension NoticeExamples {
    static let files: [String: String] = [
        "csv_parsing_failed": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,stop_desc
        A,Mill Lane,-33.861,151.209,Behind the mill and next to
        (The description goes on in this way, for 5,000 characters.)
        """,
        "duplicate_key": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,151.209
        A,Quay Street,-33.858,151.214
        """,
        "duplicated_column": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,stop_name
        A,Mill Lane,-33.861,151.209,Mill Ln
        """,
        "empty_column_name": """
        stops.txt
        stop_id,stop_name,,stop_lat,stop_lon
        A,Mill Lane,north,-33.861,151.209
        """,
        "empty_file": """
        levels.txt
        (The file is there, but has no header and no rows.)
        """,
        "empty_row": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,151.209
        ""
        """,
        "foreign_key_violation": """
        routes.txt
        route_id,route_short_name,route_type
        R1,1,3
        trips.txt
        route_id,service_id,trip_id
        R2,WEEK,T1
        """,
        "invalid_input_files_in_subfolder": """
        feed.zip
        spring/agency.txt
        spring/routes.txt
        spring/stops.txt
        """,
        "invalid_row_length": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane, north side,-33.861,151.209
        """,
        "missing_calendar_and_calendar_date_files": """
        feed.zip
        agency.txt
        routes.txt
        trips.txt
        stops.txt
        stop_times.txt
        """,
        "missing_recommended_field": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        ,Harbour Ferries,https://example.org,Australia/Sydney
        """,
        "missing_recommended_file": """
        feed.zip
        agency.txt
        calendar.txt
        routes.txt
        trips.txt
        shapes.txt
        stops.txt
        stop_times.txt
        (feed_info.txt is missing.)
        """,
        "missing_required_column": """
        stop_times.txt
        trip_id,stop_id,arrival_time,departure_time
        T1,A,08:00:00,08:00:00
        T1,B,08:10:00,08:10:00
        (stop_sequence is missing.)
        """,
        "missing_required_field": """
        routes.txt
        route_id,route_short_name,route_type
        R1,1,
        """,
        "missing_required_file": """
        feed.zip
        agency.txt
        calendar.txt
        trips.txt
        stops.txt
        stop_times.txt
        (routes.txt is missing.)
        """,
        "more_than_one_entity": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang
        Harbour Ferries,https://example.org,en
        Hill Buses,https://example.org/hill,en
        """,
        "too_many_rows": """
        stop_times.txt
        trip_id,stop_id,stop_sequence
        T1,A,1
        T1,B,2
        (And so on, for more than 1,000,000,000 rows.)
        """,
        "unknown_column": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_long
        A,Mill Lane,-33.861,151.209
        """,
        "unknown_file": """
        feed.zip
        agency.txt
        calender.txt
        routes.txt
        """,
        "gtfs_archive_member_count": """
        feed.zip
        agency.txt
        stops.txt
        stop_times.txt
        (The end of the zip says that it has two members.)
        """,
        "gtfs_backslashes_in_path": """
        feed.zip
        spring\\agency.txt
        spring\\stops.txt
        """,
        "gtfs_bytes_outside_archive": """
        feed.zip
        <html><body>502 Bad Gateway</body></html>
        (The zip follows.)
        """,
        "gtfs_compressed_archive": """
        feed.zip
        (The file was compressed with gzip; uncompressed, it is a zip.)
        """,
        "gtfs_duplicate_file": """
        feed.zip
        agency.txt
        stops.txt
        stop_times.txt
        stops.txt
        """,
        "gtfs_encoding": """
        stops.txt
        (The file is in UTF-16: each character of it takes two bytes.)
        """,
        "gtfs_file_name_case": """
        feed.zip
        agency.txt
        Stops.txt
        """,
        "gtfs_line_ends": """
        stops.txt
        (The file has a carriage return at the end of each line, and not a single line feed.)
        """,
        "gtfs_nul_character": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,151.209
        (The byte between Mill and Lane is 0.)
        """,
        "gtfs_scattered_rows": """
        stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        T2,09:00:00,09:00:00,A,1
        T1,08:10:00,08:10:00,B,2
        T2,09:10:00,09:10:00,B,2
        """,
        "gtfs_stray_quote": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,"Mill" Lane,-33.861,151.209
        """,
        "gtfs_service_date_out_of_range": """
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WEEK,1,1,1,1,1,0,0,20260105,99991231
        """,
        "gtfs_time_span_too_long": """
        stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        T1,808:10:00,808:10:00,B,2
        """,
        "gtfs_time_without_seconds": """
        stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:05,08:05:00,A,1
        """,
    ]
}

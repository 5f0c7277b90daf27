/// Examples about single values, whatever the file.
extension NoticeExamples {
    static let values: [String: String] = [
        "invalid_character": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Plaza Espa\u{FFFD}a,-33.861,151.209
        (The letter was written in Latin-1, and cannot be read as UTF-8.)
        """,
        "invalid_color": """
        routes.txt
        route_id,route_short_name,route_type,route_color
        R1,1,3,#0055A4
        """,
        "invalid_currency": """
        fare_products.txt
        fare_product_id,amount,currency
        SINGLE,3.50,AU$
        """,
        "invalid_currency_amount": """
        fare_products.txt
        fare_product_id,amount,currency
        SINGLE,3.5,AUD
        """,
        "invalid_date": """
        calendar_dates.txt
        service_id,date,exception_type
        WEEK,2026-04-03,2
        """,
        "invalid_email": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_contact_email
        Harbour Ferries,https://example.org,en,data at example.org
        """,
        "invalid_float": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,"-33,861",151.209
        """,
        "invalid_integer": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,first,08:00:00,08:00:00
        """,
        "invalid_language_code": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang
        Harbour Ferries,https://example.org,en_AU
        """,
        "invalid_phone_number": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone,agency_phone
        LAKE,Lake Buses,https://example.org,America/Chicago,555-01
        (Validated with --country-code US.)
        """,
        "invalid_time": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,8h00,8h00
        """,
        "invalid_timezone": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        HF,Harbour Ferries,https://example.org,Australia/Sidney
        """,
        "invalid_url": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        HF,Harbour Ferries,www.example.org,Australia/Sydney
        """,
        "leading_or_trailing_whitespaces": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A," Mill Lane",-33.861,151.209
        """,
        "mixed_case_recommended_field": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,MILL LANE,-33.861,151.209
        """,
        "new_line_in_value": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,"Mill Lane
        north side",-33.861,151.209
        """,
        "non_ascii_or_non_printable_char": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        Mühle,Mill Lane,-33.861,151.209
        """,
        "number_out_of_range": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,151.209,-33.861
        (Latitude and longitude are swapped.)
        """,
        "point_near_origin": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,0,0
        """,
        "point_near_pole": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Ferry Landing,89.457,23.812
        (Latitude and longitude are swapped.)
        """,
        "start_and_end_range_equal": """
        frequencies.txt
        trip_id,start_time,end_time,headway_secs
        T1,08:00:00,08:00:00,600
        """,
        "start_and_end_range_out_of_order": """
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WEEK,1,1,1,1,1,0,0,20261231,20260101
        """,
        "unexpected_enum_value": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type
        A,Mill Lane,-33.861,151.209,9
        """,
    ]
}

/// Examples about the publisher, transfers and translations.
extension NoticeExamples {
    static let other: [String: String] = [
        "attribution_without_role": """
        attributions.txt
        organization_name,is_producer,is_operator,is_authority
        Coast Data Office,0,0,0
        """,
        "feed_info_lang_and_agency_lang_mismatch": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang
        Harbour Ferries,https://example.org,en
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone,agency_lang
        HF,Harbour Ferries,https://example.org,Australia/Sydney,fr
        """,
        "inconsistent_agency_lang": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone,agency_lang
        HF,Harbour Ferries,https://example.org,Australia/Sydney,en
        HB,Hill Buses,https://example.org/hill,Australia/Sydney,fr
        """,
        "inconsistent_agency_timezone": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        HF,Harbour Ferries,https://example.org,Australia/Sydney
        HB,Hill Buses,https://example.org/hill,Australia/Brisbane
        """,
        "inconsistent_route_type_for_in_seat_transfer": """
        routes.txt
        route_id,route_short_name,route_type
        R1,1,3
        R2,2,0
        transfers.txt
        from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type
        R1,R2,T1,T2,4
        """,
        "missing_feed_contact_email_and_url": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_contact_email,feed_contact_url
        Harbour Ferries,https://example.org,en,,
        """,
        "transfer_distance_above_2_km": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,151.209
        B,North Wharf,-33.831,151.209
        transfers.txt
        from_stop_id,to_stop_id,transfer_type
        A,B,0
        (A and B are 3.3 km apart.)
        """,
        "transfer_distance_too_large": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,151.209
        B,North Bay,-33.761,151.209
        transfers.txt
        from_stop_id,to_stop_id,transfer_type
        A,B,0
        (A and B are 11 km apart.)
        """,
        "transfer_with_invalid_stop_location_type": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        A,Mill Lane,-33.883,151.205,0,
        DOOR,East Door,-33.883,151.207,2,HILL
        transfers.txt
        from_stop_id,to_stop_id,transfer_type
        A,DOOR,0
        """,
        "transfer_with_invalid_trip_and_route": """
        trips.txt
        route_id,service_id,trip_id
        R1,WEEK,T1
        transfers.txt
        from_stop_id,to_stop_id,from_route_id,from_trip_id,transfer_type
        A,B,R2,T1,1
        """,
        "transfer_with_invalid_trip_and_stop": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        T1,B,2,08:05:00,08:05:00
        transfers.txt
        from_stop_id,to_stop_id,from_trip_id,transfer_type
        C,D,T1,1
        """,
        "transfer_with_suspicious_mid_trip_in_seat": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        T1,B,2,08:05:00,08:05:00
        T1,C,3,08:10:00,08:10:00
        transfers.txt
        from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type
        B,D,T1,T2,4
        (T2 begins at D.)
        """,
        "translation_foreign_key_violation": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,151.209
        translations.txt
        table_name,field_name,language,translation,record_id
        stops,stop_name,fr,Allée du Moulin,A1
        """,
        "translation_unexpected_value": """
        translations.txt
        table_name,field_name,language,translation,record_id,field_value
        stops,stop_name,fr,Allée du Moulin,A,Mill Lane
        """,
        "translation_unknown_table_name": """
        translations.txt
        table_name,field_name,language,translation,record_id
        stop,stop_name,fr,Allée du Moulin,A
        """,
    ]
}

/// Examples about fares.
extension NoticeExamples {
    static let fares: [String: String] = [
        "duplicate_fare_media": """
        fare_media.txt
        fare_media_id,fare_media_name,fare_media_type
        CARD1,Bay Card,2
        CARD2,Bay Card,2
        """,
        "fare_product_with_multiple_default_rider_categories": """
        rider_categories.txt
        rider_category_id,rider_category_name,is_default_fare_category
        ADULT,Adult,1
        CHILD,Child,1
        fare_products.txt
        fare_product_id,rider_category_id,amount,currency
        SINGLE,ADULT,3.50,AUD
        SINGLE,CHILD,1.70,AUD
        """,
        "fare_transfer_rule_duration_limit_type_without_duration_limit": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,duration_limit,duration_limit_type,fare_transfer_type
        BUS,FERRY,,1,0
        """,
        "fare_transfer_rule_duration_limit_without_type": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,duration_limit,duration_limit_type,fare_transfer_type
        BUS,FERRY,3600,,0
        """,
        "fare_transfer_rule_invalid_transfer_count": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,transfer_count,fare_transfer_type
        BUS,BUS,-2,0
        """,
        "fare_transfer_rule_with_forbidden_transfer_count": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,transfer_count,fare_transfer_type
        BUS,FERRY,1,0
        """,
        "fare_transfer_rule_without_transfer_count": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,transfer_count,fare_transfer_type
        BUS,BUS,,0
        """,
        "timeframe_only_start_or_end_time_specified": """
        timeframes.txt
        timeframe_group_id,start_time,end_time,service_id
        PEAK,06:30:00,,WEEK
        """,
        "timeframe_overlap": """
        timeframes.txt
        timeframe_group_id,start_time,end_time,service_id
        PEAK,06:30:00,10:00:00,WEEK
        PEAK,09:00:00,11:00:00,WEEK
        """,
        "timeframe_start_or_end_time_greater_than_twenty_four_hours": """
        timeframes.txt
        timeframe_group_id,start_time,end_time,service_id
        NIGHT,22:00:00,26:00:00,WEEK
        """,
    ]
}

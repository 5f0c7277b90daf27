/// Examples about calls within windows, and about booking.
extension NoticeExamples {
    static let flex: [String: String] = [
        "forbidden_arrival_or_departure_time": """
        stop_times.txt
        trip_id,location_id,stop_sequence,arrival_time,departure_time,pickup_type,\
        drop_off_type,start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,09:00:00,09:00:00,2,1,09:00:00,17:00:00
        """,
        "forbidden_continuous_pickup_drop_off": """
        routes.txt
        route_id,route_short_name,route_type,continuous_pickup
        R1,D1,3,0
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,2,1,09:00:00,17:00:00
        T1,VALLEY,2,1,2,09:00:00,17:00:00
        (T1 is a trip of R1.)
        """,
        "forbidden_drop_off_type": """
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,2,0,09:00:00,17:00:00
        """,
        "forbidden_geography_id": """
        stop_times.txt
        trip_id,stop_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,A,VALLEY,1,2,1,09:00:00,17:00:00
        """,
        "forbidden_pickup_type": """
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,0,1,09:00:00,17:00:00
        """,
        "forbidden_prior_day_booking_field_value": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,\
        prior_notice_duration_min
        AHEAD,2,1,16:00:00,60
        """,
        "forbidden_prior_notice_start_day": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_duration_min,prior_notice_duration_max,\
        prior_notice_start_day,prior_notice_start_time
        TODAY,1,60,1440,7,08:00:00
        """,
        "forbidden_prior_notice_start_time": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_duration_min,prior_notice_start_day,\
        prior_notice_start_time
        TODAY,1,60,,08:00:00
        """,
        "forbidden_real_time_booking_field_value": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_duration_min
        NOW,0,60
        """,
        "forbidden_same_day_booking_field_value": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_duration_min,prior_notice_last_day
        TODAY,1,60,1
        """,
        "forbidden_shape_dist_traveled": """
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window,shape_dist_traveled
        T1,VALLEY,1,2,1,09:00:00,17:00:00,3.5
        """,
        "invalid_pickup_drop_off_window": """
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,2,1,22:00:00,01:00:00
        (Past midnight, 25:00:00 is meant.)
        """,
        "invalid_prior_notice_duration_min": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_duration_min,prior_notice_duration_max
        TODAY,1,120,60
        """,
        "missing_pickup_drop_off_booking_rule_id": """
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,pickup_booking_rule_id,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,2,1,,09:00:00,17:00:00
        (The feed has booking_rules.txt.)
        """,
        "missing_pickup_or_drop_off_window": """
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,2,1,09:00:00,
        """,
        "missing_prior_notice_duration_min": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_duration_min
        TODAY,1,
        """,
        "missing_prior_notice_last_day": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time
        AHEAD,2,,16:00:00
        """,
        "missing_prior_notice_last_time": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time
        AHEAD,2,1,
        """,
        "missing_prior_notice_start_time": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,\
        prior_notice_start_day,prior_notice_start_time
        AHEAD,2,1,16:00:00,14,
        """,
        "missing_stop_times_record": """
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,2,2,09:00:00,17:00:00
        (T1 has no other row.)
        """,
        "overlapping_zone_and_pickup_drop_off_window": """
        stop_times.txt
        trip_id,location_id,stop_sequence,pickup_type,drop_off_type,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,VALLEY,1,2,1,09:00:00,13:00:00
        T1,RIVER,2,2,1,12:00:00,17:00:00
        (The zones VALLEY and RIVER of locations.geojson overlap.)
        """,
        "prior_notice_last_day_after_start_day": """
        booking_rules.txt
        booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,\
        prior_notice_start_day,prior_notice_start_time
        AHEAD,2,14,16:00:00,1,08:00:00
        """,
    ]
}

/// Examples about `locations.geojson`.
extension NoticeExamples {
    static let locations: [String: String] = [
        "duplicate_geo_json_key": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "VALLEY", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[150.7, -33.9], [150.8, -33.9], [150.8, -33.8], [150.7, -33.9]]]}},
        {"type": "Feature", "id": "VALLEY", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[150.9, -33.9], [151.0, -33.9], [151.0, -33.8], [150.9, -33.9]]]}}
        ]}
        """,
        "duplicate_geography_id": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        VALLEY,Valley Road,-33.861,150.709
        location_groups.txt
        location_group_id,location_group_name
        VALLEY,Valley Stops
        """,
        "geo_json_duplicated_element": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "VALLEY", "id": "RIVER", "properties": {},
        "geometry": {"type": "Polygon",
        "coordinates": [[[150.7, -33.9], [150.8, -33.9], [150.8, -33.8], [150.7, -33.9]]]}}
        ]}
        """,
        "geo_json_unknown_element": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "VALLEY", "colour": "green", "properties": {},
        "geometry": {"type": "Polygon",
        "coordinates": [[[150.7, -33.9], [150.8, -33.9], [150.8, -33.8], [150.7, -33.9]]]}}
        ]}
        """,
        "gtfs_geometry_not_checked": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "VALLEY", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[150.7, -33.9], [150.8, -33.9], [150.8, -33.899999], [150.7, -33.899998],
        (A comb of a million teeth, each as long as the valley.)
        """,
        "invalid_geometry": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "VALLEY", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[150.7, -33.9], [150.8, -33.8], [150.8, -33.9], [150.7, -33.8],
        [150.7, -33.9]]]}}
        ]}
        (The outline crosses itself like an 8.)
        """,
        "malformed_json": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        (The file ends here.)
        """,
        "missing_required_element": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[150.7, -33.9], [150.8, -33.9], [150.8, -33.8], [150.7, -33.9]]]}}
        ]}
        (The feature has no id.)
        """,
        "unsupported_feature_type": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Zone", "id": "VALLEY", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[150.7, -33.9], [150.8, -33.9], [150.8, -33.8], [150.7, -33.9]]]}}
        ]}
        """,
        "unsupported_geo_json_type": """
        locations.geojson
        {"type": "Feature", "id": "VALLEY", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[150.7, -33.9], [150.8, -33.9], [150.8, -33.8], [150.7, -33.9]]]}}
        """,
        "unsupported_geometry_type": """
        locations.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "VALLEY", "properties": {},
        "geometry": {"type": "MultiLineString",
        "coordinates": [[[150.7, -33.9], [150.8, -33.9], [150.8, -33.8]]]}}
        ]}
        """,
    ]
}

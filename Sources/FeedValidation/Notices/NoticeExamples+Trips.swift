/// Examples about trips, their calls and their blocks.
extension NoticeExamples {
    static let trips: [String: String] = [
        "block_trips_with_overlapping_stop_times": """
        trips.txt
        route_id,service_id,trip_id,block_id
        R1,WEEK,T1,BUS7
        R1,WEEK,T2,BUS7
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        T1,B,2,08:30:00,08:30:00
        T2,B,1,08:20:00,08:20:00
        T2,A,2,08:50:00,08:50:00
        """,
        "gtfs_rule_gave_up": """
        trips.txt
        route_id,service_id,trip_id,block_id
        R1,D1,1,B
        R1,D2,2,B
        (And so on for 100,000 trips, each with a service of its own, all of the block B.)
        """,
        "decreasing_or_equal_stop_time_distance": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time,shape_dist_traveled
        T1,A,1,08:00:00,08:00:00,0
        T1,B,2,08:05:00,08:05:00,2.4
        T1,C,3,08:10:00,08:10:00,1.9
        """,
        "fast_travel_between_consecutive_stops": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,151.209
        B,North Bay,-33.781,151.209
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        T1,B,2,08:02:00,08:02:00
        (T1 is a bus: 9 km in 2 minutes, with a limit of 150 km/h.)
        """,
        "fast_travel_between_far_stops": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.863,151.209
        B,North Bay,-33.800,151.209
        C,Point View,-33.737,151.209
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        T1,B,2,08:02:00,08:02:00
        T1,C,3,08:04:00,08:04:00
        (T1 is a bus: each 7 km passes with a minute's tolerance; the whole 14 km do not.)
        """,
        "inconsistent_route_type_for_block_id": """
        routes.txt
        route_id,route_short_name,route_type
        R1,1,3
        R2,2,0
        trips.txt
        route_id,service_id,trip_id,block_id
        R1,WEEK,T1,CAR7
        R2,WEEK,T2,CAR7
        """,
        "missing_bike_allowance": """
        routes.txt
        route_id,route_short_name,route_type
        R1,F1,4
        trips.txt
        route_id,service_id,trip_id,bikes_allowed
        R1,WEEK,T1,
        """,
        "missing_timepoint_value": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time,timepoint
        T1,A,1,08:00:00,08:00:00,1
        T1,B,2,08:10:00,08:10:00,
        """,
        "missing_trip_edge": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        T1,B,2,08:05:00,08:05:00
        T1,C,3,,
        """,
        "overlapping_frequency": """
        frequencies.txt
        trip_id,start_time,end_time,headway_secs
        T1,06:00:00,09:30:00,600
        T1,09:00:00,16:00:00,900
        """,
        "stop_time_timepoint_without_times": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time,timepoint
        T1,A,1,08:00:00,08:00:00,1
        T1,B,2,,,1
        T1,C,3,08:10:00,08:10:00,1
        """,
        "stop_time_with_arrival_before_previous_departure_time": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,23:50:00,23:50:00
        T1,B,2,00:05:00,00:05:00
        (Past midnight, 24:05:00 is meant.)
        """,
        "stop_time_with_only_arrival_or_departure_time": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        T1,B,2,08:05:00,
        T1,C,3,08:10:00,08:10:00
        """,
        "trip_headsign_matches_intermediate_stop": """
        trips.txt
        route_id,service_id,trip_id,trip_headsign
        R1,WEEK,T1,Mill Lane
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        T1,B,2,08:05:00,08:05:00
        T1,C,3,08:10:00,08:10:00
        (B is the stop Mill Lane.)
        """,
        "unsorted_stop_times": """
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,B,2,08:05:00,08:05:00
        T1,A,1,08:00:00,08:00:00
        """,
        "unusable_trip": """
        trips.txt
        route_id,service_id,trip_id
        R1,WEEK,T1
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,A,1,08:00:00,08:00:00
        """,
        "unused_trip": """
        trips.txt
        route_id,service_id,trip_id
        R1,WEEK,T1
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T01,A,1,08:00:00,08:00:00
        T01,B,2,08:05:00,08:05:00
        """,
    ]
}

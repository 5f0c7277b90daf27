/// Examples about shapes, and about stops beside them.
extension NoticeExamples {
    static let shapes: [String: String] = [
        "decreasing_shape_distance": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        L1,-33.860,151.200,1,0
        L1,-33.860,151.225,2,2.3
        L1,-33.860,151.250,3,1.6
        """,
        "equal_shape_distance_diff_coordinates": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        L1,-33.860,151.200,1,0
        L1,-33.860,151.225,2,2.3
        L1,-33.860,151.250,3,2.3
        """,
        "equal_shape_distance_diff_coordinates_distance_below_threshold": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        L1,-33.860,151.200,1,0
        L1,-33.860,151.225,2,2.3
        L1,-33.860,151.225005,3,2.3
        (The last two points are half a meter apart.)
        """,
        "equal_shape_distance_same_coordinates": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        L1,-33.860,151.200,1,0
        L1,-33.860,151.225,2,2.3
        L1,-33.860,151.225,3,2.3
        """,
        "single_shape_point": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        L1,-33.860,151.200,1
        """,
        "stop_has_too_many_matches_for_shape": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.860,151.200
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        L1,-33.860,151.200,1
        L1,-33.860,151.225,2
        L1,-33.860,151.200,3
        (Points 4 to 43 go on to and fro in the same way. A trip with shape L1 calls at A.)
        """,
        "stop_too_far_from_shape": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.870,151.200
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        L1,-33.860,151.200,1
        L1,-33.860,151.250,2
        (A trip with shape L1 calls at A, which is 1.1 km away.)
        """,
        "stop_too_far_from_shape_using_user_distance": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        L1,-33.860,151.200,1,0
        L1,-33.860,151.250,2,4.6
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time,shape_dist_traveled
        T1,A,1,08:00:00,08:00:00,0
        T1,B,2,08:05:00,08:05:00,4.6
        (T1 has shape L1. A is at the first point, but B is halfway, at 2.3.)
        """,
        "stops_match_shape_out_of_order": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.860,151.205
        B,Quay Street,-33.860,151.245
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        L1,-33.860,151.200,1
        L1,-33.860,151.250,2
        (A trip with shape L1 calls at B and then at A.)
        """,
        "trip_distance_exceeds_shape_distance": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        L1,-33.860,151.200,1,0
        L1,-33.860,151.250,2,4.6
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time,shape_dist_traveled
        T1,A,1,08:00:00,08:00:00,0
        T1,B,2,08:10:00,08:10:00,5.1
        (T1 has shape L1. B is half a kilometer beyond its last point.)
        """,
        "trip_distance_exceeds_shape_distance_below_threshold": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        L1,-33.860,151.200,1,0
        L1,-33.860,151.250,2,4.6
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time,shape_dist_traveled
        T1,A,1,08:00:00,08:00:00,0
        T1,B,2,08:10:00,08:10:00,4.7
        (T1 has shape L1. B is at its last point.)
        """,
        "trip_with_shape_dist_traveled_but_no_shape_distances": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        L1,-33.860,151.200,1
        L1,-33.860,151.250,2
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time,shape_dist_traveled
        T1,A,1,08:00:00,08:00:00,0
        T1,B,2,08:10:00,08:10:00,4.6
        (T1 has shape L1.)
        """,
        "unused_shape": """
        shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        L1,-33.860,151.200,1
        L1,-33.860,151.250,2
        trips.txt
        route_id,service_id,trip_id,shape_id
        R1,WEEK,T1,
        (No other trip has shape L1.)
        """,
    ]
}

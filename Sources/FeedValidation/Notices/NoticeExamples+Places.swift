/// Examples about stops, stations and pathways.
extension NoticeExamples {
    static let places: [String: String] = [
        "bidirectional_exit_gate": """
        pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        GATE,PLATFORM,DOOR,7,1
        """,
        "location_with_unexpected_stop_time": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type
        HILL,Hill Station,-33.883,151.206,1
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,HILL,1,08:00:00,08:00:00
        """,
        "location_without_parent_station": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        DOOR,East Door,-33.883,151.207,2,
        """,
        "missing_level_id": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,parent_station,level_id
        P1,Platform 1,-33.883,151.205,HILL,
        P2,Platform 2,-33.883,151.206,HILL,
        pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        LIFT,P1,P2,5,1
        """,
        "missing_stop_name": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type
        A,,-33.861,151.209,0
        """,
        "pathway_dangling_generic_node": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        DOOR,East Door,-33.883,151.207,2,HILL
        HALL,Ticket Hall,-33.883,151.206,3,HILL
        pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        W1,DOOR,HALL,1,1
        (No other pathway leads to or from HALL.)
        """,
        "pathway_loop": """
        pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        W1,HALL,HALL,1,1
        """,
        "pathway_to_platform_with_boarding_areas": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        P1,Platform 1,-33.883,151.205,0,HILL
        P1A,Platform 1 Front,-33.883,151.205,4,P1
        pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        W1,DOOR,P1,1,1
        """,
        "pathway_to_stop_with_access_outside_of_station_pathways": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_access
        BAY,Hill Station Bus Bay,-33.883,151.205,0,HILL,1
        pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        W1,DOOR,BAY,1,1
        """,
        "pathway_to_wrong_location_type": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type
        HILL,Hill Station,-33.883,151.206,1
        pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        W1,DOOR,HILL,1,1
        """,
        "pathway_unreachable_location": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        HILL,Hill Station,-33.883,151.206,1,
        DOOR,East Door,-33.883,151.207,2,HILL
        P1,Platform 1,-33.883,151.205,0,HILL
        pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        W1,DOOR,P1,1,0
        (The way leads in only; nothing leads from P1 to an exit.)
        """,
        "platform_without_parent_station": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
        P1,Hill Station,-33.883,151.205,0,,1
        """,
        "same_name_and_description_for_stop": """
        stops.txt
        stop_id,stop_name,stop_desc,stop_lat,stop_lon
        A,Mill Lane,Mill Lane,-33.861,151.209
        """,
        "same_stop_and_agency_url": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        HF,Harbour Ferries,https://example.org,Australia/Sydney
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,stop_url
        A,Mill Lane,-33.861,151.209,https://example.org
        """,
        "same_stop_and_route_url": """
        routes.txt
        route_id,route_short_name,route_type,route_url
        R1,1,3,https://example.org/lines/1
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,stop_url
        A,Mill Lane,-33.861,151.209,https://example.org/lines/1
        """,
        "station_with_parent_station": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        HILL,Hill Station,-33.883,151.206,1,
        METRO,Hill Metro Station,-33.884,151.206,1,HILL
        """,
        "stop_access_specified_for_incorrect_location": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_access
        DOOR,East Door,-33.883,151.207,2,HILL,1
        """,
        "stop_access_specified_for_stop_with_no_parent_station": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_access
        A,Mill Lane,-33.861,151.209,0,,1
        """,
        "stop_without_location": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,
        """,
        "stop_without_stop_time": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Mill Lane,-33.861,151.209
        stop_times.txt
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        T1,B,1,08:00:00,08:00:00
        T1,C,2,08:10:00,08:10:00
        (No other row names A.)
        """,
        "stop_without_zone_id": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,zone_id
        A,Mill Lane,-33.861,151.209,
        fare_rules.txt
        fare_id,route_id,origin_id,destination_id
        SINGLE,R1,INNER,OUTER
        (A trip of route R1 calls at A.)
        """,
        "unused_station": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        HILL,Hill Station,-33.883,151.206,1,
        A,Mill Lane,-33.861,151.209,0,
        (No stop has HILL as its parent_station.)
        """,
        "wrong_parent_location_type": """
        stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        P1,Platform 1,-33.883,151.205,0,
        DOOR,East Door,-33.883,151.207,2,P1
        """,
    ]
}

/// Examples about routes.
extension NoticeExamples {
    static let routes: [String: String] = [
        "duplicate_route_name": """
        routes.txt
        route_id,agency_id,route_short_name,route_long_name,route_type
        R1,HF,1,Harbour Loop,4
        R2,HF,1,Harbour Loop,4
        """,
        "missing_required_agency_id": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        HF,Harbour Ferries,https://example.org,Australia/Sydney
        HB,Hill Buses,https://example.org/hill,Australia/Sydney
        routes.txt
        route_id,agency_id,route_short_name,route_type
        R1,,1,3
        """,
        "route_both_short_and_long_name_missing": """
        routes.txt
        route_id,route_short_name,route_long_name,route_type
        R1,,,3
        """,
        "route_color_contrast": """
        routes.txt
        route_id,route_short_name,route_type,route_color,route_text_color
        R1,1,3,00205B,000000
        (Black on dark blue.)
        """,
        "route_long_name_contains_short_name": """
        routes.txt
        route_id,route_short_name,route_long_name,route_type
        R1,12,12 Harbour - Hill Station,3
        """,
        "route_networks_specified_in_more_than_one_file": """
        routes.txt
        route_id,route_short_name,route_type,network_id
        R1,1,3,LOCAL
        route_networks.txt
        network_id,route_id
        EXPRESS,R1
        """,
        "route_short_name_too_long": """
        routes.txt
        route_id,route_short_name,route_type
        R1,Harbour Loop Express,4
        """,
        "same_name_and_description_for_route": """
        routes.txt
        route_id,route_short_name,route_long_name,route_desc,route_type
        R1,1,Harbour Loop,Harbour loop,4
        """,
        "same_route_and_agency_url": """
        agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        HF,Harbour Ferries,https://example.org,Australia/Sydney
        routes.txt
        route_id,agency_id,route_short_name,route_type,route_url
        R1,HF,1,4,https://example.org
        """,
    ]
}

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

/// The notices that reading gives about whole files.
extension NoticeDefinition {
    package static let csvParsingFailed = NoticeDefinition(
        "csv_parsing_failed", .error,
        "A cell is longer than 4,096 characters, or a row has more than 512 cells.",
        why: "Many readers give up the file here.",
        fix: "Shorten the text, or look for a separator that is missing.",
        telling: ["message", "lineIndex", "columnIndex"])
    package static let tooManyRows = NoticeDefinition(
        "too_many_rows", .error,
        "A file has more than a billion rows.",
        why: "No reader takes that many.",
        fix: "Split the feed.")
    package static let emptyRow = NoticeDefinition(
        "empty_row", .warning,
        "A row is a single blank cell.",
        why: "Simple readers take it for a row.",
        fix: "Remove the row.")
    package static let unknownFile = NoticeDefinition(
        "unknown_file", .info,
        "The feed has a file that the reference does not know.",
        why: "The file is ignored, which is a loss when its name is a slip.",
        fix: "Check the spelling; keep it if it is meant for somebody else.")
    package static let missingRequiredFile = NoticeDefinition(
        "missing_required_file", .error,
        "The feed lacks a file that the reference requires.",
        why: "The feed cannot be used as it should.",
        fix: "Add the file.")
    package static let missingRecommendedFile = NoticeDefinition(
        "missing_recommended_file", .warning,
        "The feed lacks a recommended file.",
        why: "Riders miss what it would tell them.",
        fix: "Add the file.")
    package static let invalidInputFilesInSubfolder = NoticeDefinition(
        "invalid_input_files_in_subfolder", .error,
        "The archive has GTFS files in a folder.",
        why: "Many readers look for files outside of folders only.",
        fix: "Put the files at the root of the archive.")
}

/// The notices that reading `locations.geojson` gives.
extension NoticeDefinition {
    private static let geoJSONFile = "locations.geojson"

    package static let malformedJSON = NoticeDefinition(
        "malformed_json", .error,
        "locations.geojson is not JSON.",
        why: "None of its locations can be used.",
        fix: "Correct the text at the place that the notice names.",
        reference: geoJSONFile, incidental: ["message"])
    package static let geoJSONDuplicatedElement = NoticeDefinition(
        "geo_json_duplicated_element", .error,
        "An object of locations.geojson has a name twice.",
        why: "Readers may take either of the values, or give up the file.",
        fix: "Remove one of the two.",
        reference: geoJSONFile)
    package static let geoJSONUnknownElement = NoticeDefinition(
        "geo_json_unknown_element", .info,
        "locations.geojson has an element that the reference does not know.",
        why: "The element is ignored, which is a loss when its name is a slip.",
        fix: "Check the spelling; keep it if it is meant for somebody else.",
        reference: geoJSONFile)
    package static let missingRequiredElement = NoticeDefinition(
        "missing_required_element", .error,
        "locations.geojson lacks an element that the reference requires.",
        why: "The location cannot be used.",
        fix: "Add the element.",
        reference: geoJSONFile)
    package static let unsupportedGeoJSONType = NoticeDefinition(
        "unsupported_geo_json_type", .error,
        "The type of locations.geojson is not FeatureCollection.",
        why: "None of its locations can be used.",
        fix: "Put the locations into a FeatureCollection.",
        reference: geoJSONFile)
    package static let unsupportedFeatureType = NoticeDefinition(
        "unsupported_feature_type", .error,
        "The type of a location is not Feature.",
        why: "Readers may pass over it.",
        fix: "Write Feature as its type.",
        reference: geoJSONFile)
    package static let unsupportedGeometryType = NoticeDefinition(
        "unsupported_geometry_type", .error,
        "The geometry of a location is neither Polygon nor MultiPolygon.",
        why: "A zone is an area: riders cannot be picked up in anything else.",
        fix: "Draw the zone as a polygon.",
        reference: geoJSONFile)
    package static let invalidGeometry = NoticeDefinition(
        "invalid_geometry", .error,
        "The outline of a location is open, crosses itself or has holes that do not fit.",
        why: "It cannot be told which places are inside.",
        fix: "Close the rings and draw them without crossings.",
        reference: geoJSONFile,
        telling: ["featureId", "message"])
    package static let geometryNotChecked = NoticeDefinition(
        "gtfs_geometry_not_checked", .warning,
        "The outline of a location has too many long lines side by side to be checked.",
        why: "Nobody checked whether it crosses itself, or whether its holes fit.",
        fix: "Draw the zone with fewer points.",
        reference: geoJSONFile)
    package static let duplicateGeoJSONKey = NoticeDefinition(
        "duplicate_geo_json_key", .error,
        "Two locations have the same id.",
        why: "It is not clear which of the two counts.",
        fix: "Give each location an id of its own.",
        reference: geoJSONFile)
}

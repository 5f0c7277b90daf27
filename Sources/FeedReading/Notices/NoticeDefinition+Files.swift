extension NoticeDefinition {
    package static let csvParsingFailed = NoticeDefinition(
        "csv_parsing_failed", .error,
        summary: "A cell has more than 4,096 characters, or a row has more than 512 cells.",
        why: "Many programs stop reading the file at this place.",
        fix: "Shorten the text, or add the missing quote or line end.",
        telling: ["message", "lineIndex", "columnIndex"])
    package static let tooManyRows = NoticeDefinition(
        "too_many_rows", .error,
        summary: "A file has more than 1,000,000,000 rows.",
        why: "Most programs cannot read so many rows.",
        fix: "Split the feed.")
    package static let emptyRow = NoticeDefinition(
        "empty_row", .warning,
        summary: "A row has only one cell, and that cell is empty.",
        why: "Some programs read it as a row without values.",
        fix: "Remove the row.")
    package static let unknownFile = NoticeDefinition(
        "unknown_file", .info,
        summary: "The feed has a file that is not in the GTFS reference.",
        why: "Apps ignore the file, so data is lost if the name is a typo.",
        fix: "Check the spelling, and keep the file only for programs that use it.")
    package static let missingRequiredFile = NoticeDefinition(
        "missing_required_file", .error,
        summary: "The feed lacks a file that the GTFS reference requires.",
        why: "Apps cannot use the feed as intended.",
        fix: "Add the file.")
    package static let missingRecommendedFile = NoticeDefinition(
        "missing_recommended_file", .warning,
        summary: "The feed lacks a recommended file.",
        why: "Riders miss useful information.",
        fix: "Add the file.")
    package static let invalidInputFilesInSubfolder = NoticeDefinition(
        "invalid_input_files_in_subfolder", .error,
        summary: "GTFS files are in a folder inside the archive.",
        why: "Many programs look for files only at the top level of the archive.",
        fix: "Put the files at the top level of the archive.")
}

extension NoticeDefinition {
    private static let geoJSONFile = "locations.geojson"

    package static let malformedJSON = NoticeDefinition(
        "malformed_json", .error,
        summary: "`locations.geojson` is not valid JSON.",
        why: "Apps cannot use any of its locations.",
        fix: "Correct the text at the place that the notice names.",
        reference: geoJSONFile, incidental: ["message"])
    package static let geoJSONDuplicatedElement = NoticeDefinition(
        "geo_json_duplicated_element", .error,
        summary: "A JSON object in `locations.geojson` has two members of the same name.",
        why: "Programs use either of the two values, or reject the file.",
        fix: "Remove one of the two members.",
        reference: geoJSONFile)
    package static let geoJSONUnknownElement = NoticeDefinition(
        "geo_json_unknown_element", .info,
        summary: "`locations.geojson` has an element that is not in the GTFS reference.",
        why: "Apps ignore the element, so data is lost if the name is a typo.",
        fix: "Check the spelling, and keep the element only for programs that use it.",
        reference: geoJSONFile)
    package static let missingRequiredElement = NoticeDefinition(
        "missing_required_element", .error,
        summary: "`locations.geojson` lacks an element that the GTFS reference requires.",
        why: "Apps cannot use the location, or the whole file.",
        fix: "Add the element.",
        reference: geoJSONFile)
    package static let unsupportedGeoJSONType = NoticeDefinition(
        "unsupported_geo_json_type", .error,
        summary: "The `type` of `locations.geojson` is not `FeatureCollection`.",
        why: "Apps cannot use any of its locations.",
        fix: "Put the locations into a `FeatureCollection`.",
        reference: geoJSONFile)
    package static let unsupportedFeatureType = NoticeDefinition(
        "unsupported_feature_type", .error,
        summary: "The `type` of a location is not `Feature`.",
        why: "Apps may ignore the location.",
        fix: "Set `type` to `Feature`.",
        reference: geoJSONFile)
    package static let unsupportedGeometryType = NoticeDefinition(
        "unsupported_geometry_type", .error,
        summary: "The geometry of a location is neither a `Polygon` nor a `MultiPolygon`.",
        why: "Apps cannot use the location, because riders are picked up within an area.",
        fix: "Draw the area as a `Polygon`.",
        reference: geoJSONFile)
    package static let invalidGeometry = NoticeDefinition(
        "invalid_geometry", .error,
        summary:
            "A location's outline is not a valid polygon, for example open, crossing itself or with "
            + "misplaced holes.",
        why: "Apps cannot tell which places are inside the area.",
        fix: "Close the rings, and draw them without crossings.",
        reference: geoJSONFile,
        telling: ["featureId", "message"])
    package static let geometryNotChecked = NoticeDefinition(
        "gtfs_geometry_not_checked", .warning,
        summary: "The outline of a location has too many long lines side by side to be checked.",
        why: "The outline may cross itself, or its holes may not fit.",
        fix: "Draw the area with fewer points.",
        reference: geoJSONFile)
    package static let duplicateGeoJSONKey = NoticeDefinition(
        "duplicate_geo_json_key", .error,
        summary: "Two locations in `locations.geojson` have the same id.",
        why: "Apps cannot tell which of the two areas a trip serves.",
        fix: "Give each location its own id.",
        reference: geoJSONFile)
}

-- The bundle: one GTFS Schedule feed in one read-only SQLite file.
--
-- This file is the contract; `gtfs build` executes it to make a bundle. Any SQLite from 3.31 on
-- reads it without our library. service_dates, shapes, departures, runs and board need its JSON
-- functions, stops_fts and routes_fts FTS5, stops_rtree R*Tree; most builds have all three.
--
-- How to open it
--   Read-only; `file:feed.sqlite?immutable=1&mode=ro` as a URI is safe, for a published bundle is
--   never written to again. Check first that
--     PRAGMA application_id  is 1196705363 (0x47544653, "GTFS"), and
--     PRAGMA user_version    is 3, of which this file is; `gtfs` and the library read no other.
--
-- How to read it
--   Every file of the reference is a table or a view of its name, with the reference's columns:
--   `SELECT * FROM stop_times WHERE trip_id = ?` works. Further columns stand after them, and are
--   explained. A file without rows is a view without rows.
--   Numbers out of range are as in the feed. A place beyond 90 degrees of latitude or 180 of
--   longitude is in stops or shapes, and `notices` counts it as number_out_of_range, but it is not
--   in stops_rtree, nor on a map, in GeoJSON or in a length or distance of ours.
--   A blank cell is NULL and 0 is 0: the reference's defaults for blank are the reader's to apply.
--   Blanks at the ends of a cell (bytes up to 32: spaces, tabs, line ends) are no part of its
--   value; `gtfs verify` counts the cells that have them in quotes. Dates are integers like
--   20261121. Times are text like '25:10:00', counted from noon minus 12 hours of the service day;
--   stop_times and frequencies have them in seconds as well (`departure_timestamp`). Money is text,
--   so that 2.50 stays 2.50.
--   trips, stop_times and shapes are views of tables that store them compactly.
--   Integer keys: sid is a stop, rid a route; a bundle that is built upon an earlier one has the
--   same for the same ids, and apps store them for favorites. service, trip, pattern, ... may
--   change. A key that no row has is of an id that the feed uses and does not define: the text is
--   in `dangling`.

PRAGMA application_id = 1196705363;
PRAGMA user_version = 3;

---------------------------------------------------------------------------------------------------
-- About the bundle
---------------------------------------------------------------------------------------------------

-- Where the bundle comes from and what is in it. Keys that are always there:
--   schema_version, tool, tool_version, sqlite_version
--   content_hash       of the feed's files, whatever their packing and order and whatever filters
--                      left out: "xxh3:" and 32 hexadecimal digits, the XXH3 of 128 bits of each
--                      file's name, a zero byte and the 16 bytes of the XXH3 of its content, in the
--                      order of the names. It tells contents apart and proves nothing: what is to
--                      be trusted has a SHA-256 or a signature in the manifest. The archive's own
--                      hash is not here: one feed gives one bundle, however it was packed
--   line               which bundles share their sids and rids: 32 hexadecimal digits that a bundle
--                      takes over from the one it was built upon (--previous). Without one they are
--                      a hash over the content, the options and the tool's version: keys that were
--                      saved from a bundle of another line are not this bundle's
--   options            the options that shaped the bundle, as JSON
--   files              JSON: for every file read its rows, columns and unknown columns
--   unknown_files      JSON: files of the archive that the reference does not know
--   notices            JSON: totals by notice code, without those about the packing
--   rejected_rows, rejected_cells    how many are in `rejected`
--   highest_sid, highest_rid    the highest key ever given out, vanished ids included
-- Keys that are there when there is something to say:
--   previous_content_hash   content_hash of the bundle that this one was built upon
--   feed_version, feed_publisher_name, feed_publisher_url    from feed_info.txt
--   feed_lang, feed_start_date, feed_end_date    from there, too
--   first_service_day, last_service_day    of the services of trips, YYYYMMDD
--   first_kept_day     only if it is before first_service_day: the first day of services of trips in
--                      a bundle of some days of its feed. Days from it on are there for trips that
--                      still run on first_service_day, and for deadlines of booking that count back by
--                      a service; other trips of these days may be missing
--   last_timestamp     the latest departure of any row of stop_times, in seconds of its service
--                      day. Runs of frequencies may go on for longer
--   extensions         JSON: the tables and views for files and columns that the reference does not
--                      know, see "What the reference does not know"
--   extensions_not_kept    JSON: at most 100 of those that have no table, with file, column (of a
--                      file that the reference knows) and reason, in words
--   order_of_stops, order_of_routes    where the rows of the feed have another order than their
--                      keys: numbers with commas between them, a pair for all rows that follow each
--                      other in both orders. It is the place of the first among all keys, from 0
--                      on, and the number of rows
--   licence            of the feed: an SPDX identifier, or a name
--   licence_url        where it can be read
--   attribution        the words that it asks to show. All three are from the definition of
--                      `gtfs update`
CREATE TABLE metadata (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT
) WITHOUT ROWID;

-- What the feed says and the bundle's tables do not: cells that are no value of their field (NULL
-- in the table), and whole rows that could not be kept (field is NULL, value is the row, of one of
-- more than 16 MiB or 1,048,576 cells its first 4,096 bytes). A cell with NUL bytes is here and in
-- its table, both with U+FFFD for each. row is the line on which the row ends, from 1 on; code is
-- the notice.
CREATE TABLE rejected (
  file  TEXT NOT NULL,
  row   INTEGER NOT NULL,
  field TEXT,
  value TEXT,
  code  TEXT NOT NULL
);

-- Ids that are used and not defined. kind is 'stop', 'route', 'service', 'shape' or 'trip'; key is
-- what stands in sid, rid, service, shape or trip, negative for stops, routes and trips. Trips that
-- only stop_times.txt names are rows of `trip`, but not of the view `trips`; undefined services and
-- shapes are rows of `service` and `shape` without days and points.
CREATE TABLE dangling (
  kind TEXT NOT NULL,
  key  INTEGER NOT NULL,
  id   TEXT NOT NULL,
  PRIMARY KEY (kind, key)
) WITHOUT ROWID;

-- Ids of earlier bundles that this one does not have; their keys are never used again for others.
-- kind is 'stop' or 'route'.
CREATE TABLE tombstones (
  kind TEXT NOT NULL,
  key  INTEGER NOT NULL,
  id   TEXT NOT NULL,
  PRIMARY KEY (kind, key)
) WITHOUT ROWID;

---------------------------------------------------------------------------------------------------
-- Small files, as published
---------------------------------------------------------------------------------------------------

CREATE TABLE agency (
  agency_id TEXT, agency_name TEXT, agency_url TEXT, agency_timezone TEXT, agency_lang TEXT,
  agency_phone TEXT, agency_fare_url TEXT, agency_email TEXT, cemv_support INTEGER
);

CREATE TABLE stops (
  stop_id TEXT, stop_code TEXT, stop_name TEXT, tts_stop_name TEXT, stop_desc TEXT,
  stop_lat REAL, stop_lon REAL, zone_id TEXT, stop_url TEXT, location_type INTEGER,
  parent_station TEXT, stop_timezone TEXT, wheelchair_boarding INTEGER, level_id TEXT,
  platform_code TEXT, stop_access INTEGER,
  -- The stop's key, the same in every bundle that has the stop.
  sid INTEGER PRIMARY KEY,
  -- wheelchair_boarding after inheritance from the parent: 0 not known, 1 possible, 2 not.
  effective_wheelchair_boarding INTEGER,
  -- Words by which stops_fts finds the stop beside those of its name and code, see there.
  search_words TEXT
);

CREATE TABLE routes (
  route_id TEXT, agency_id TEXT, route_short_name TEXT, route_long_name TEXT, route_desc TEXT,
  route_type INTEGER, route_url TEXT, route_color TEXT, route_text_color TEXT,
  route_sort_order INTEGER, continuous_pickup INTEGER, continuous_drop_off INTEGER,
  network_id TEXT, cemv_support INTEGER,
  -- The route's key, the same in every bundle that has the route.
  rid INTEGER PRIMARY KEY,
  -- What route_type means, basic or extended: tram, metro, rail, bus, ferry, cable_car, gondola,
  -- funicular, trolleybus, monorail, coach, taxi, air, other.
  mode TEXT,
  -- Colours to paint with: the reference's defaults filled in, and black or white text where the
  -- published colours could not be told apart.
  effective_route_color TEXT, effective_route_text_color TEXT,
  -- Words by which routes_fts finds the route beside those of its names.
  search_words TEXT
);

-- service is the key that `service` has for service_id. An index finds `calendar` and
-- `calendar_dates` by it. The rows of a service_id:
--
--   SELECT c.* FROM service s JOIN calendar c ON c.service = s.service
--   WHERE s.service_id = :service_id;
--
--   SELECT d.date, d.exception_type FROM service s JOIN calendar_dates d ON d.service = s.service
--   WHERE s.service_id = :service_id ORDER BY d.date;
CREATE TABLE calendar (
  service_id TEXT, monday INTEGER, tuesday INTEGER, wednesday INTEGER, thursday INTEGER,
  friday INTEGER, saturday INTEGER, sunday INTEGER, start_date INTEGER, end_date INTEGER,
  service INTEGER
);

CREATE TABLE calendar_dates (
  service_id TEXT, date INTEGER, exception_type INTEGER,
  service INTEGER
);

CREATE TABLE fare_attributes (
  fare_id TEXT, price TEXT, currency_type TEXT, payment_method INTEGER, transfers INTEGER,
  agency_id TEXT, transfer_duration INTEGER
);

CREATE TABLE fare_rules (
  fare_id TEXT, route_id TEXT, origin_id TEXT, destination_id TEXT, contains_id TEXT
);

CREATE TABLE timeframes (
  timeframe_group_id TEXT, start_time TEXT, end_time TEXT, service_id TEXT
);

CREATE TABLE rider_categories (
  rider_category_id TEXT, rider_category_name TEXT, is_default_fare_category INTEGER,
  eligibility_url TEXT
);

CREATE TABLE fare_media (
  fare_media_id TEXT, fare_media_name TEXT, fare_media_type INTEGER
);

CREATE TABLE fare_products (
  fare_product_id TEXT, fare_product_name TEXT, rider_category_id TEXT, fare_media_id TEXT,
  amount TEXT, currency TEXT
);

CREATE TABLE fare_leg_rules (
  leg_group_id TEXT, network_id TEXT, from_area_id TEXT, to_area_id TEXT,
  from_timeframe_group_id TEXT, to_timeframe_group_id TEXT, fare_product_id TEXT,
  rule_priority INTEGER
);

CREATE TABLE fare_leg_join_rules (
  from_network_id TEXT, to_network_id TEXT, from_stop_id TEXT, to_stop_id TEXT
);

CREATE TABLE fare_transfer_rules (
  from_leg_group_id TEXT, to_leg_group_id TEXT, transfer_count INTEGER, duration_limit INTEGER,
  duration_limit_type INTEGER, fare_transfer_type INTEGER, fare_product_id TEXT
);

CREATE TABLE areas (area_id TEXT, area_name TEXT);

CREATE TABLE stop_areas (area_id TEXT, stop_id TEXT);

CREATE TABLE networks (network_id TEXT, network_name TEXT);

CREATE TABLE route_networks (network_id TEXT, route_id TEXT);

CREATE TABLE frequencies (
  trip_id TEXT, start_time TEXT, end_time TEXT, headway_secs INTEGER, exact_times INTEGER,
  -- start_time and end_time in seconds.
  start_timestamp INTEGER, end_timestamp INTEGER
);

CREATE TABLE transfers (
  from_stop_id TEXT, to_stop_id TEXT, from_route_id TEXT, to_route_id TEXT, from_trip_id TEXT,
  to_trip_id TEXT, transfer_type INTEGER, min_transfer_time INTEGER
);

CREATE TABLE pathways (
  pathway_id TEXT, from_stop_id TEXT, to_stop_id TEXT, pathway_mode INTEGER,
  is_bidirectional INTEGER, length REAL, traversal_time INTEGER, stair_count INTEGER,
  max_slope REAL, min_width REAL, signposted_as TEXT, reversed_signposted_as TEXT
);

CREATE TABLE levels (level_id TEXT, level_index REAL, level_name TEXT);

CREATE TABLE location_groups (location_group_id TEXT, location_group_name TEXT);

CREATE TABLE location_group_stops (location_group_id TEXT, stop_id TEXT);

-- The features of locations.geojson; geometry is the GeoJSON geometry object as text.
CREATE TABLE locations (id TEXT, stop_name TEXT, stop_desc TEXT, geometry TEXT);

CREATE TABLE booking_rules (
  booking_rule_id TEXT, booking_type INTEGER, prior_notice_duration_min INTEGER,
  prior_notice_duration_max INTEGER, prior_notice_last_day INTEGER, prior_notice_last_time TEXT,
  prior_notice_start_day INTEGER, prior_notice_start_time TEXT, prior_notice_service_id TEXT,
  message TEXT, pickup_message TEXT, drop_off_message TEXT, phone_number TEXT, info_url TEXT,
  booking_url TEXT
);

CREATE TABLE translations (
  table_name TEXT, field_name TEXT, language TEXT, translation TEXT, record_id TEXT,
  record_sub_id TEXT, field_value TEXT
);

CREATE TABLE feed_info (
  feed_publisher_name TEXT, feed_publisher_url TEXT, feed_lang TEXT, default_lang TEXT,
  feed_start_date INTEGER, feed_end_date INTEGER, feed_version TEXT, feed_contact_email TEXT,
  feed_contact_url TEXT
);

CREATE TABLE attributions (
  attribution_id TEXT, agency_id TEXT, route_id TEXT, trip_id TEXT, organization_name TEXT,
  is_producer INTEGER, is_operator INTEGER, is_authority INTEGER, attribution_url TEXT,
  attribution_email TEXT, attribution_phone TEXT
);

---------------------------------------------------------------------------------------------------
-- What the reference does not know
---------------------------------------------------------------------------------------------------

-- Files and columns of a feed that the reference does not know are in tables whose names begin with
-- x_. No two feeds have the same, so they are not in this file. Metadata lists them in
-- `extensions`, files of the reference first:
--   [{"table": "x_trips", "file": "trips.txt", "rows": 123,
--     "columns": [{"column": "trip_note", "name": "trip_note", "place": 9}]}]
-- rows is how many have a value, column the name in SQL, name that of the header, place its place
-- there, from 1 on. All values are text, a blank cell is NULL. SQL has the names of a feed only if
-- they are plain:
--   - a table has the file's name, in lower case, with _ for each byte but letters and digits, of
--     60 bytes at most, and a number (x_notes_2) if that is taken; the names x_F, x_F_rows and
--     x_F_lists of files F of the reference are always taken
--   - a column whose name does not match [A-Za-z_][A-Za-z0-9_]{0,62}, repeats another's in whatever
--     case, or means something to SQLite (rowid, oid, _rowid_, sqlite_...), is column_9 by its
--     place, or column_9_ if that is taken. Of columns of known files that also holds for names of
--     the table's or view's own columns
--
-- A file that the reference does not know, facilities.txt or .csv:
--   CREATE TABLE x_facilities ("facility_id" TEXT, ...)    rowid is the order of the file
--
-- Columns of a file that it knows: a view with a row for each row of the file that has a value in
-- one of them. It begins with the primary key, and before that the rowid of the file's table if the
-- key may be blank or the file has none (agency, transfers, attributions, feed_info, ...):
--   CREATE VIEW x_stops AS SELECT stop_id, "color" ...
--   CREATE VIEW x_attributions AS SELECT row, attribution_id, "color" ...
--   CREATE VIEW x_stop_times AS SELECT trip_id, stop_sequence, "stop_note" ...
-- So `SELECT * FROM trips LEFT JOIN x_trips USING (trip_id)` has all columns of a feed's trips.
-- Below it, values are in runs: a row holds for the rows of the file from its key (sid, rid, trip,
-- or rowid) on, up to the next. If the file has no rows, there is only a view without rows.
--   CREATE TABLE x_stops_rows (row INTEGER PRIMARY KEY, "color" TEXT)
-- Trips and shapes share lists of such runs along their sequences; a list holds for all trips
-- (shapes) from its key on, up to the next, and is NULL for those without values:
--   CREATE TABLE x_stop_times_rows (list INTEGER, stop_sequence INTEGER, "stop_note" TEXT,
--     PRIMARY KEY (list, stop_sequence)) WITHOUT ROWID
--   CREATE TABLE x_stop_times_lists (trip INTEGER PRIMARY KEY, list INTEGER)
--   CREATE TABLE x_shapes_rows (list, shape_pt_sequence, ...), x_shapes_lists (shape, list)

---------------------------------------------------------------------------------------------------
-- Service days
---------------------------------------------------------------------------------------------------

-- Every service_id of calendar.txt and calendar_dates.txt, with the days on which it runs,
-- exceptions applied. Days count from 1970-01-01; a service that never runs has NULLs.
-- days holds a '1' or a '0' for each day from first_day on. It ends where only the week decides:
-- from there to last_day its last seven characters repeat. Where that would be more than 1,100
-- characters, days may be a JSON array of changes instead: how many days after first_day the
-- service runs and did not a week before, or the other way round. The view service_dates reads it.
CREATE TABLE service (
  service    INTEGER PRIMARY KEY,
  service_id TEXT NOT NULL,
  first_day  INTEGER,
  last_day   INTEGER,
  days       TEXT
);

-- Each day between the first and the last of some service, of the years 1900 to 2200; day counts
-- from 1970-01-01.
CREATE TABLE day (
  date INTEGER PRIMARY KEY,
  day  INTEGER NOT NULL
);

-- A row for each day on which a service runs: of a day, `WHERE date = 20261121`, of a service,
-- `WHERE service_id = :service_id`, of trips, `trips JOIN service_dates USING (service)`.
-- (The condition on date lets SQLite look up the days of one service by the key of `day`.)
CREATE VIEW service_dates AS
SELECT s.service_id, d.date, s.service, d.day
FROM service s
JOIN day d ON d.day BETWEEN s.first_day AND s.last_day
  AND d.date BETWEEN (s.first_day + 719468) / 366 * 10000 AND ((s.last_day + 719468) / 365 + 1) * 10000
WHERE CASE WHEN substr(s.days, 1, 1) = '['
  THEN (SELECT count(*) % 2 FROM json_each(s.days)
    WHERE value <= d.day - s.first_day AND (d.day - s.first_day - value) % 7 = 0)
  ELSE substr(s.days, 1 + CASE WHEN d.day - s.first_day < length(s.days) THEN d.day - s.first_day
    ELSE length(s.days) - 7 + (d.day - s.first_day - length(s.days)) % 7 END, 1) = '1' END;

---------------------------------------------------------------------------------------------------
-- Trips and stop times
---------------------------------------------------------------------------------------------------

-- A pattern: what trips of one route, direction and shape share that call at the same stops, with the
-- same sequences and codes. Trips without stop times have a pattern without stops.
CREATE TABLE pattern (
  pattern      INTEGER PRIMARY KEY,
  rid          INTEGER,
  direction_id INTEGER,
  shape        INTEGER,
  -- Its rows in pattern_stops: `stops` of them from first_call on.
  first_call   INTEGER NOT NULL,
  stops        INTEGER NOT NULL
);

-- The stops of the patterns, one call after the other in the order of stop_sequence. A call's
-- position in its pattern, from 1 on, is call - first_call + 1. sid is NULL for rows of flexible
-- service that name no stop. earliest and latest are the smallest and largest number of seconds
-- after its origin at which a trip of the pattern leaves the stop: a departure in the window from a
-- to b (seconds) belongs to a trip whose origin is between a - latest and b - earliest.
CREATE TABLE pattern_stops (
  call          INTEGER PRIMARY KEY,
  pattern       INTEGER NOT NULL,
  sid           INTEGER,
  stop_sequence INTEGER NOT NULL,
  codes         INTEGER NOT NULL,
  earliest      INTEGER,
  latest        INTEGER
);

-- The combinations of small codes that stop times have.
CREATE TABLE call_codes (
  codes               INTEGER PRIMARY KEY,
  pickup_type         INTEGER,
  drop_off_type       INTEGER,
  continuous_pickup   INTEGER,
  continuous_drop_off INTEGER,
  timepoint           INTEGER
);

-- The times of a trip as offsets from its origin, shared by all trips that have them. Each text has
-- one character for every stop of the pattern; with u = unicode(substr(departures, position, 1)),
--   u = 1      no time was published here
--   otherwise  offset in seconds = (u - 2) * unit
-- and if unit is negative, because some number is 55296 or more,
--   offset in seconds = (u - 2 - 2048*(u >= 57344) - 2*(u >= 65536)) * -unit
-- for there some numbers are no characters. Where arrivals differ from departures, either dwell names
-- the list of stopping times to take from them, or, where that cannot say it (an arrival without a
-- departure, or after it), arrivals has the arrivals themselves. interpolated has times for stops
-- between timed ones for which the feed gives none, by distance: the second form, with a unit of
-- one second; NULL when there is none.
CREATE TABLE timing (
  timing       INTEGER PRIMARY KEY,
  unit         INTEGER NOT NULL,
  departures   TEXT NOT NULL,
  dwell        INTEGER,
  arrivals     TEXT,
  interpolated TEXT
);

-- Stopping times: departure - arrival, written like departures in the timing's unit; u = 1 is no
-- arrival.
CREATE TABLE dwell (
  dwell  INTEGER PRIMARY KEY,
  dwells TEXT NOT NULL
);

-- shape_dist_traveled along a trip, exactly: what comes out is the number that the feed's text
-- means as a double, the minus of -0 included, which no other number of a bundle keeps (SQLite's
-- columns have none). Position p takes width bytes (2 to 10) of codes from (p - 1) * width + 1 on,
-- which are decimal digits, two a byte, so that CAST(hex(bytes) AS INTEGER) is their number. In lists
-- that few trips share width is below 0, and a number has -width bytes (2 to 8), highest first. 0 is
-- a blank; otherwise let c be that number less 1, then the distance is
--   scale above 0:  (base + c) * 1.0 / scale
--   scale 0:        the double whose 64 bits c is, of the few lists whose numbers are too far apart
--                   for the first form. Its higher and its lower 32 bits are in five bytes each
-- scale is a power of ten, for lists of a few decimals, or of two, for those with more digits.
CREATE TABLE distances (
  distances INTEGER PRIMARY KEY,
  base      INTEGER NOT NULL,
  scale     INTEGER NOT NULL,
  width     INTEGER NOT NULL,
  codes     BLOB NOT NULL
);

-- What trips share: their pattern, service, and how they present themselves.
CREATE TABLE trip_group (
  trip_group            INTEGER PRIMARY KEY,
  pattern               INTEGER NOT NULL,
  service               INTEGER,
  trip_headsign         TEXT,
  wheelchair_accessible INTEGER,
  bikes_allowed         INTEGER,
  cars_allowed          INTEGER,
  safe_duration_factor  REAL,
  safe_duration_offset  REAL,
  stop_headsigns        INTEGER,
  flex                  INTEGER
);

-- stop_headsign, where a trip has any: a list by position.
CREATE TABLE stop_headsigns (
  stop_headsigns INTEGER NOT NULL,
  position       INTEGER NOT NULL,
  stop_headsign  TEXT NOT NULL,
  PRIMARY KEY (stop_headsigns, position)
) WITHOUT ROWID;

-- What flexible services add to stop times: a list by position. Windows are in seconds.
CREATE TABLE flex_stop_times (
  flex                         INTEGER NOT NULL,
  position                     INTEGER NOT NULL,
  location_group_id            TEXT,
  location_id                  TEXT,
  start_pickup_drop_off_window INTEGER,
  end_pickup_drop_off_window   INTEGER,
  pickup_booking_rule_id       TEXT,
  drop_off_booking_rule_id     TEXT,
  PRIMARY KEY (flex, position)
) WITHOUT ROWID;

-- The blocks of trips.txt: trips that one vehicle runs one after the other.
CREATE TABLE block (
  block    INTEGER PRIMARY KEY,
  block_id TEXT NOT NULL
);

-- One row a trip. origin is the smallest of the trip's times in seconds, which its timing counts
-- from; a trip without any time has no origin and no timing.
CREATE TABLE trip (
  trip            INTEGER PRIMARY KEY,
  trip_id         TEXT NOT NULL,
  trip_group      INTEGER NOT NULL,
  timing          INTEGER,
  origin          INTEGER,
  trip_short_name TEXT,
  block           INTEGER,
  distances       INTEGER
);

---------------------------------------------------------------------------------------------------
-- Shapes
---------------------------------------------------------------------------------------------------

-- The shapes of shapes.txt, and without points those that only trips name.
CREATE TABLE shape (
  shape       INTEGER PRIMARY KEY,
  shape_id    TEXT NOT NULL,
  points      INTEGER NOT NULL,
  -- Its rows in shape_chunk: first_chunk to last_chunk.
  first_chunk INTEGER NOT NULL,
  last_chunk  INTEGER NOT NULL
);

-- A shape's points in chunks of consecutive points, in order. polyline is an encoded polyline with
-- six decimals, which map libraries read ("polyline6"); every chunk stands alone. Distances are
-- as in `distances`, by the point's place in the chunk, but always numbers of 2 to 8 bytes, highest
-- first (8 for doubles), though distance_width is above 0. shape_pt_sequence is
-- first_sequence + sequence_step * (place in the chunk, from 0 on), or where steps differ
-- (sequence_step is NULL) first_sequence + four bytes a point of sequences.
-- Lines between [exact shapes and exact shapes] are for bundles that were built with the option
-- exact_shapes; others have none of them. There rests has what the polyline leaves out, NULL where
-- that is nothing. Each point has two rests, of its latitude and of its longitude, of rest_width
-- characters each, 63 to 126, that are six bits each, highest first: with their number n, the rest
-- is n - 2^(6 * rest_width - 1), and with m, the polyline's coordinate in millionths of a degree,
--   unit >= 1:  coordinate = (m * unit + rest) / (unit * 1000000)
--   unit < 1:   coordinate = m / 1000000 + rest * unit
-- which is the very double of the feed, when computed in doubles.
CREATE TABLE shape_chunk (
  chunk           INTEGER PRIMARY KEY,
  points          INTEGER NOT NULL,
  polyline        TEXT NOT NULL,
  -- [exact shapes
  rest_width      INTEGER,
  latitude_unit   REAL,
  longitude_unit  REAL,
  rests           BLOB,
  -- exact shapes]
  first_sequence  INTEGER NOT NULL,
  sequence_step   INTEGER,
  sequences       BLOB,
  distance_base   INTEGER,
  distance_scale  INTEGER,
  distance_width  INTEGER,
  distance_codes  BLOB
);

---------------------------------------------------------------------------------------------------
-- The big files as the reference has them
---------------------------------------------------------------------------------------------------

-- The second half has the trips whose route the feed does not define. Most bundles need none, and
-- have the first half alone; so it is with stop_times.
CREATE VIEW trips AS
SELECT
  r.route_id, s.service_id,
  t.trip_id, d.trip_headsign, t.trip_short_name, p.direction_id, b.block_id, h.shape_id,
  d.wheelchair_accessible, d.bikes_allowed, d.cars_allowed, d.safe_duration_factor,
  d.safe_duration_offset,
  t.trip, d.pattern, p.rid, d.service, t.origin
FROM trip t
JOIN trip_group d ON d.trip_group = t.trip_group
JOIN pattern p ON p.pattern = d.pattern
JOIN routes r ON r.rid = p.rid
LEFT JOIN service s ON s.service = d.service
LEFT JOIN block b ON b.block = t.block
LEFT JOIN shape h ON h.shape = p.shape
WHERE t.trip > 0
UNION ALL
SELECT
  g.id, s.service_id,
  t.trip_id, d.trip_headsign, t.trip_short_name, p.direction_id, b.block_id, h.shape_id,
  d.wheelchair_accessible, d.bikes_allowed, d.cars_allowed, d.safe_duration_factor,
  d.safe_duration_offset,
  t.trip, d.pattern, p.rid, d.service, t.origin
FROM trip t
JOIN trip_group d ON d.trip_group = t.trip_group
JOIN pattern p ON p.pattern = d.pattern
LEFT JOIN dangling g ON g.kind = 'route' AND g.key = p.rid
LEFT JOIN service s ON s.service = d.service
LEFT JOIN block b ON b.block = t.block
LEFT JOIN shape h ON h.shape = p.shape
WHERE t.trip > 0 AND (p.rid < 0 OR p.rid IS NULL);

-- Every call of every trip, with the stop as a key: what stop_times shows with the stop's id. Times
-- are in seconds; interpolated_timestamp is a departure for a stop that the feed left without times.
-- Of doubles in shape_dist_traveled, step makes the value of their bits, fraction * 2^power, by
-- multiplying and dividing by up to 2^62, which is exact. arrives_early and departs_early are 1 where
-- `latest` says that the time is before 24:00:00. (likelihood tells SQLite that the calls of a pattern
-- are few, so that it looks for them by their rowids and makes no index of all.)
CREATE VIEW calls AS
SELECT
  t.trip_id, t.trip, ps.sid, ps.call, ps.stop_sequence, h.stop_headsign,
  cc.pickup_type, cc.drop_off_type, cc.continuous_pickup, cc.continuous_drop_off, cc.timepoint,
  f.location_group_id, f.location_id, f.start_pickup_drop_off_window,
  f.end_pickup_drop_off_window, f.pickup_booking_rule_id, f.drop_off_booking_rule_id,
  t.origin + CASE WHEN ti.arrivals IS NULL THEN
    CASE WHEN ti.unit > 0 THEN ti.unit * (nullif(unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)), 1) - 2)
      WHEN unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) > 1 THEN -ti.unit * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) - 2 - 2048 * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) >= 57344)
        - 2 * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) >= 65536)) END
    - CASE WHEN ti.dwell IS NULL THEN 0 ELSE
    CASE WHEN ti.unit > 0 THEN ti.unit * (nullif(unicode(substr(dw.dwells, ps.call - p.first_call + 1, 1)), 1) - 2)
      WHEN unicode(substr(dw.dwells, ps.call - p.first_call + 1, 1)) > 1 THEN -ti.unit * (unicode(substr(dw.dwells, ps.call - p.first_call + 1, 1)) - 2 - 2048 * (unicode(substr(dw.dwells, ps.call - p.first_call + 1, 1)) >= 57344)
        - 2 * (unicode(substr(dw.dwells, ps.call - p.first_call + 1, 1)) >= 65536)) END
    END
  ELSE
    CASE WHEN ti.unit > 0 THEN ti.unit * (nullif(unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)), 1) - 2)
      WHEN unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) > 1 THEN -ti.unit * (unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) - 2 - 2048 * (unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) >= 57344)
        - 2 * (unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) >= 65536)) END
  END AS arrival_timestamp,
  t.origin + CASE WHEN ti.unit > 0 THEN ti.unit * (nullif(unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)), 1) - 2)
      WHEN unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) > 1 THEN -ti.unit * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) - 2 - 2048 * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) >= 57344)
        - 2 * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) >= 65536)) END AS departure_timestamp,
  CASE WHEN ti.interpolated IS NOT NULL AND unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) > 1 THEN t.origin
    + (unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) - 2 - 2048 * (unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) >= 57344)
        - 2 * (unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) >= 65536))
  END AS interpolated_timestamp,
  CASE
    WHEN dl.width < 0 THEN (dl.base - 1 + nullif((
      SELECT (instr(bytes, substr(code, 1, 1)) - 1 << -8 * dl.width - 8) + (instr(bytes, substr(code, 2, 1)) - 1 << -8 * dl.width - 16)
        + (instr(bytes, substr(code, 3, 1)) - 1 << -8 * dl.width - 24)
        + CASE WHEN dl.width > -4 THEN 0 ELSE (instr(bytes, substr(code, 4, 1)) - 1 << -8 * dl.width - 32)
          + (instr(bytes, substr(code, 5, 1)) - 1 << -8 * dl.width - 40)
          + (instr(bytes, substr(code, 6, 1)) - 1 << -8 * dl.width - 48)
          + (instr(bytes, substr(code, 7, 1)) - 1 << -8 * dl.width - 56)
          + (instr(bytes, substr(code, 8, 1)) - 1 << -8 * dl.width - 64) END
      FROM (
        SELECT x'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF' AS bytes,
          substr(dl.codes, (ps.call - p.first_call) * -dl.width + 1, -dl.width) AS code)), 0))
      * 1.0 / dl.scale
    WHEN dl.scale > 0 THEN (dl.base - 1 + nullif(CAST(hex(substr(dl.codes, (ps.call - p.first_call) * dl.width + 1, dl.width)) AS INTEGER), 0))
      * 1.0 / dl.scale
    WHEN dl.scale = 0 THEN (
      WITH RECURSIVE step(value, power) AS (
        SELECT
          CASE WHEN bits < 0 THEN -1.0 ELSE 1.0 END
            * ((bits & 4503599627370495) + ((bits >> 52 & 2047) > 0) * 4503599627370496),
          max(bits >> 52 & 2047, 1) - 1075
        FROM (
          SELECT (CAST(hex(substr(dl.codes, (ps.call - p.first_call) * 10 + 1, 5)) AS INTEGER) << 32)
            + CAST(hex(substr(dl.codes, (ps.call - p.first_call) * 10 + 6, 5)) AS INTEGER) - 1 AS bits)
        WHERE bits <> -1
        UNION ALL
        SELECT
          CASE WHEN power < 0 THEN value / (1 << min(-power, 62)) ELSE value * (1 << min(power, 62)) END,
          CASE WHEN power < 0 THEN min(power + 62, 0) ELSE max(power - 62, 0) END
        FROM step WHERE power <> 0
      )
      SELECT value FROM step WHERE power = 0
    )
  END AS shape_dist_traveled,
  ti.arrivals IS NULL AND t.origin + ps.latest < 86400 AS arrives_early,
  t.origin + ps.latest < 86400 AS departs_early
FROM trip t
JOIN trip_group d ON d.trip_group = t.trip_group
JOIN pattern p ON p.pattern = d.pattern
JOIN pattern_stops ps ON ps.pattern = p.pattern
  AND likelihood(ps.call >= p.first_call, 0.001)
  AND likelihood(ps.call < p.first_call + p.stops, 0.001)
LEFT JOIN call_codes cc ON cc.codes = ps.codes
LEFT JOIN timing ti ON ti.timing = t.timing
LEFT JOIN dwell dw ON dw.dwell = ti.dwell
LEFT JOIN distances dl ON dl.distances = t.distances
LEFT JOIN stop_headsigns h
  ON h.stop_headsigns = d.stop_headsigns AND h.position = ps.call - p.first_call + 1
LEFT JOIN flex_stop_times f ON f.flex = d.flex AND f.position = ps.call - p.first_call + 1;

-- Times as text, with seconds beside. The second half has the rows whose stop the feed does not
-- define, or that name none.
CREATE VIEW stop_times AS
SELECT
  c.trip_id,
  CASE WHEN c.arrives_early THEN time(c.arrival_timestamp, 'unixepoch')
    ELSE printf('%02d', c.arrival_timestamp / 3600) || substr(time(c.arrival_timestamp, 'unixepoch'), 3) END AS arrival_time,
  CASE WHEN c.departs_early THEN time(c.departure_timestamp, 'unixepoch')
    ELSE printf('%02d', c.departure_timestamp / 3600) || substr(time(c.departure_timestamp, 'unixepoch'), 3) END AS departure_time,
  st.stop_id AS stop_id,
  c.location_group_id, c.location_id, c.stop_sequence, c.stop_headsign,
  CASE WHEN c.start_pickup_drop_off_window IS NOT NULL
    THEN printf('%02d', c.start_pickup_drop_off_window / 3600) || substr(time(c.start_pickup_drop_off_window, 'unixepoch'), 3)
    END AS start_pickup_drop_off_window,
  CASE WHEN c.end_pickup_drop_off_window IS NOT NULL
    THEN printf('%02d', c.end_pickup_drop_off_window / 3600) || substr(time(c.end_pickup_drop_off_window, 'unixepoch'), 3)
    END AS end_pickup_drop_off_window,
  c.pickup_type, c.drop_off_type, c.continuous_pickup, c.continuous_drop_off,
  c.shape_dist_traveled, c.timepoint, c.pickup_booking_rule_id, c.drop_off_booking_rule_id,
  c.arrival_timestamp, c.departure_timestamp, c.interpolated_timestamp, c.trip, c.sid
FROM calls c
JOIN stops st ON st.sid = c.sid
UNION ALL
SELECT
  c.trip_id,
  CASE WHEN c.arrives_early THEN time(c.arrival_timestamp, 'unixepoch')
    ELSE printf('%02d', c.arrival_timestamp / 3600) || substr(time(c.arrival_timestamp, 'unixepoch'), 3) END AS arrival_time,
  CASE WHEN c.departs_early THEN time(c.departure_timestamp, 'unixepoch')
    ELSE printf('%02d', c.departure_timestamp / 3600) || substr(time(c.departure_timestamp, 'unixepoch'), 3) END AS departure_time,
  g.id AS stop_id,
  c.location_group_id, c.location_id, c.stop_sequence, c.stop_headsign,
  CASE WHEN c.start_pickup_drop_off_window IS NOT NULL
    THEN printf('%02d', c.start_pickup_drop_off_window / 3600) || substr(time(c.start_pickup_drop_off_window, 'unixepoch'), 3)
    END AS start_pickup_drop_off_window,
  CASE WHEN c.end_pickup_drop_off_window IS NOT NULL
    THEN printf('%02d', c.end_pickup_drop_off_window / 3600) || substr(time(c.end_pickup_drop_off_window, 'unixepoch'), 3)
    END AS end_pickup_drop_off_window,
  c.pickup_type, c.drop_off_type, c.continuous_pickup, c.continuous_drop_off,
  c.shape_dist_traveled, c.timepoint, c.pickup_booking_rule_id, c.drop_off_booking_rule_id,
  c.arrival_timestamp, c.departure_timestamp, c.interpolated_timestamp, c.trip, c.sid
FROM calls c
LEFT JOIN dangling g ON g.kind = 'stop' AND g.key = c.sid
WHERE c.sid < 0 OR c.sid IS NULL;

-- The points of `shape_chunk`. Inside, each step reads one value of the polyline (raw) and adds the one read before to the
-- coordinates: a is the newest, b the one before it, which the next difference adds to. A point is
-- packed into one integer, latitude above longitude. A byte of a code is found by its place in bytes;
-- beyond the code's end there is none, which counts as 0.
CREATE VIEW shapes AS
SELECT
  s.shape_id,
  -- [exact shapes
  CASE WHEN c.rest_width > 0 THEN (
    SELECT CASE WHEN c.latitude_unit < 1
      THEN (p.value >> 32) / 1000000.0 + rest * c.latitude_unit
      ELSE ((p.value >> 32) * c.latitude_unit + rest) / (c.latitude_unit * 1000000.0) END
    FROM (
      SELECT (unicode(substr(characters, 1, 1)) - 63 << 54)
        + (unicode(substr(characters, 2, 1)) - 63 << 48)
        + (unicode(substr(characters, 3, 1)) - 63 << 42)
        + (unicode(substr(characters, 4, 1)) - 63 << 36)
        + (unicode(substr(characters, 5, 1)) - 63 << 30)
        + (unicode(substr(characters, 6, 1)) - 63 << 24)
        + (unicode(substr(characters, 7, 1)) - 63 << 18)
        + (unicode(substr(characters, 8, 1)) - 63 << 12)
        + (unicode(substr(characters, 9, 1)) - 63 << 6)
        + unicode(substr(characters, 10, 1)) - 63 - (1 << c.rest_width * 6 - 1) AS rest
      FROM (
        SELECT substr('?????????' || substr(c.rests, p.key * 2 * c.rest_width + 1, c.rest_width), -10)
          AS characters)))
  ELSE
  -- exact shapes]
  (p.value >> 32) / 1000000.0
  -- [exact shapes
  END
  -- exact shapes]
  AS shape_pt_lat,
  -- [exact shapes
  CASE WHEN c.rest_width > 0 THEN (
    SELECT CASE WHEN c.longitude_unit < 1
      THEN ((p.value & 4294967295) - 2147483648) / 1000000.0 + rest * c.longitude_unit
      ELSE (((p.value & 4294967295) - 2147483648) * c.longitude_unit + rest) / (c.longitude_unit * 1000000.0) END
    FROM (
      SELECT (unicode(substr(characters, 1, 1)) - 63 << 54)
        + (unicode(substr(characters, 2, 1)) - 63 << 48)
        + (unicode(substr(characters, 3, 1)) - 63 << 42)
        + (unicode(substr(characters, 4, 1)) - 63 << 36)
        + (unicode(substr(characters, 5, 1)) - 63 << 30)
        + (unicode(substr(characters, 6, 1)) - 63 << 24)
        + (unicode(substr(characters, 7, 1)) - 63 << 18)
        + (unicode(substr(characters, 8, 1)) - 63 << 12)
        + (unicode(substr(characters, 9, 1)) - 63 << 6)
        + unicode(substr(characters, 10, 1)) - 63 - (1 << c.rest_width * 6 - 1) AS rest
      FROM (
        SELECT substr('?????????' || substr(c.rests, (p.key * 2 + 1) * c.rest_width + 1, c.rest_width), -10)
          AS characters)))
  ELSE
  -- exact shapes]
  ((p.value & 4294967295) - 2147483648) / 1000000.0
  -- [exact shapes
  END
  -- exact shapes]
  AS shape_pt_lon,
  c.first_sequence + CASE
    WHEN c.sequence_step IS NOT NULL THEN c.sequence_step * p.key
    ELSE (
      SELECT (instr(bytes, substr(code, 1, 1)) - 1 << 24) + (instr(bytes, substr(code, 2, 1)) - 1 << 16)
        + (instr(bytes, substr(code, 3, 1)) - 1 << 8) + instr(bytes, substr(code, 4, 1)) - 1
      FROM (SELECT substr(c.sequences, p.key * 4 + 1, 4) AS code))
  END AS shape_pt_sequence,
  (SELECT CASE WHEN c.distance_scale > 0 THEN (c.distance_base - 1 + n) * 1.0 / c.distance_scale
    ELSE (
      WITH RECURSIVE step(value, power) AS (
        SELECT
          CASE WHEN bits < 0 THEN -1.0 ELSE 1.0 END
            * ((bits & 4503599627370495) + ((bits >> 52 & 2047) > 0) * 4503599627370496),
          max(bits >> 52 & 2047, 1) - 1075
        FROM (SELECT n - 1 AS bits)
        UNION ALL
        SELECT
          CASE WHEN power < 0 THEN value / (1 << min(-power, 62)) ELSE value * (1 << min(power, 62)) END,
          CASE WHEN power < 0 THEN min(power + 62, 0) ELSE max(power - 62, 0) END
        FROM step WHERE power <> 0
      )
      SELECT value FROM step WHERE power = 0
    ) END
  FROM (
    SELECT (instr(bytes, substr(code, 1, 1)) - 1 << 8 * width - 8) + (instr(bytes, substr(code, 2, 1)) - 1 << 8 * width - 16)
      + (instr(bytes, substr(code, 3, 1)) - 1 << 8 * width - 24)
      + CASE WHEN width < 4 THEN 0 ELSE (instr(bytes, substr(code, 4, 1)) - 1 << 8 * width - 32)
        + (instr(bytes, substr(code, 5, 1)) - 1 << 8 * width - 40)
        + (instr(bytes, substr(code, 6, 1)) - 1 << 8 * width - 48)
        + (instr(bytes, substr(code, 7, 1)) - 1 << 8 * width - 56)
        + (instr(bytes, substr(code, 8, 1)) - 1 << 8 * width - 64) END AS n
    FROM (
      SELECT c.distance_width AS width,
        substr(c.distance_codes, p.key * c.distance_width + 1, c.distance_width) AS code)
  ) WHERE n <> 0) AS shape_dist_traveled,
  s.shape
FROM (SELECT x'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF' AS bytes)
CROSS JOIN shape s
JOIN shape_chunk c ON c.chunk BETWEEN s.first_chunk AND s.last_chunk
JOIN json_each((
  WITH RECURSIVE
    step(position, number, raw, a, b) AS (
      SELECT 1, 0, 0, 0, 0
      UNION ALL
      SELECT
        position +
          CASE
            WHEN unicode(substr(c.polyline, position, 1)) < 95 THEN 1
            WHEN unicode(substr(c.polyline, position + 1, 1)) < 95 THEN 2
            WHEN unicode(substr(c.polyline, position + 2, 1)) < 95 THEN 3
            WHEN unicode(substr(c.polyline, position + 3, 1)) < 95 THEN 4
            WHEN unicode(substr(c.polyline, position + 4, 1)) < 95 THEN 5
            WHEN unicode(substr(c.polyline, position + 5, 1)) < 95 THEN 6
            ELSE 7
          END,
        number + 1,
        CASE
          WHEN unicode(substr(c.polyline, position, 1)) < 95 THEN
            unicode(substr(c.polyline, position, 1)) - 63
          WHEN unicode(substr(c.polyline, position + 1, 1)) < 95 THEN
            unicode(substr(c.polyline, position, 1)) - 95
              + (unicode(substr(c.polyline, position + 1, 1)) - 63 << 5)
          WHEN unicode(substr(c.polyline, position + 2, 1)) < 95 THEN
            unicode(substr(c.polyline, position, 1)) - 95
              + (unicode(substr(c.polyline, position + 1, 1)) - 95 << 5)
              + (unicode(substr(c.polyline, position + 2, 1)) - 63 << 10)
          WHEN unicode(substr(c.polyline, position + 3, 1)) < 95 THEN
            unicode(substr(c.polyline, position, 1)) - 95
              + (unicode(substr(c.polyline, position + 1, 1)) - 95 << 5)
              + (unicode(substr(c.polyline, position + 2, 1)) - 95 << 10)
              + (unicode(substr(c.polyline, position + 3, 1)) - 63 << 15)
          WHEN unicode(substr(c.polyline, position + 4, 1)) < 95 THEN
            unicode(substr(c.polyline, position, 1)) - 95
              + (unicode(substr(c.polyline, position + 1, 1)) - 95 << 5)
              + (unicode(substr(c.polyline, position + 2, 1)) - 95 << 10)
              + (unicode(substr(c.polyline, position + 3, 1)) - 95 << 15)
              + (unicode(substr(c.polyline, position + 4, 1)) - 63 << 20)
          WHEN unicode(substr(c.polyline, position + 5, 1)) < 95 THEN
            unicode(substr(c.polyline, position, 1)) - 95
              + (unicode(substr(c.polyline, position + 1, 1)) - 95 << 5)
              + (unicode(substr(c.polyline, position + 2, 1)) - 95 << 10)
              + (unicode(substr(c.polyline, position + 3, 1)) - 95 << 15)
              + (unicode(substr(c.polyline, position + 4, 1)) - 95 << 20)
              + (unicode(substr(c.polyline, position + 5, 1)) - 63 << 25)
          ELSE
            unicode(substr(c.polyline, position, 1)) - 95
              + (unicode(substr(c.polyline, position + 1, 1)) - 95 << 5)
              + (unicode(substr(c.polyline, position + 2, 1)) - 95 << 10)
              + (unicode(substr(c.polyline, position + 3, 1)) - 95 << 15)
              + (unicode(substr(c.polyline, position + 4, 1)) - 95 << 20)
              + (unicode(substr(c.polyline, position + 5, 1)) - 95 << 25)
              + (unicode(substr(c.polyline, position + 6, 1)) - 63 << 30)
        END,
        b + (raw >> 1) * (1 - (raw & 1) * 2) - (raw & 1),
        a
      FROM step WHERE number <= c.points * 2
    )
  SELECT '[' || group_concat((b << 32) + a + 2147483648) || ']' FROM step
  WHERE number > 1 AND number % 2 = 1
)) p;

-- What leaves a stop: one row for every call at which the feed gives or lets interpolate a
-- departure; the last stop of a trip is no departure. departure_timestamp is in seconds of the
-- service day. pickup_type 1 means that nobody may board.
-- A trip of frequencies.txt has a row for each of its frequencies: runs start every headway_secs
-- from start_timestamp until before end_timestamp, and leave this stop offset seconds later.
-- headway_secs is NULL for all other trips.
-- A run is its trip, service day and start, and is in one row. Where frequencies of a trip overlap,
-- a run that several give is in the row of the first, and a later one has a row for each run that
-- is left, from its start to a second later. Lines between [overlapping frequencies and overlapping
-- frequencies] do that, and are for bundles with such trips; others have the line after "otherwise".
--
-- The columns after offset are what one joins for each time. The runs of frequencies, one by one, are
-- in `runs`; `board` has all that leaves a stop on each day.
CREATE VIEW departures AS
SELECT
  stop_id, sid, trip_id, trip, rid, service, stop_sequence, position,
  departure_timestamp, headsign, pickup_type, is_interpolated, timepoint,
  origin, earliest, latest,
  start_timestamp, end_timestamp, headway_secs, exact_times,
  CASE WHEN headway_secs IS NOT NULL THEN departure_timestamp - first_departure END AS offset,
  printf('%02d', departure_timestamp / 3600) || substr(time(departure_timestamp, 'unixepoch'), 3) AS departure_time,
  route_id, route_short_name, route_long_name, direction_id, service_id, stop_name
FROM (
  SELECT
    st.stop_id, ps.sid, t.trip_id, t.trip, p.rid, d.service, ps.stop_sequence,
    ps.call - p.first_call + 1 AS position,
    t.origin + coalesce(CASE WHEN ti.unit > 0 THEN ti.unit * (nullif(unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)), 1) - 2)
      WHEN unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) > 1 THEN -ti.unit * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) - 2 - 2048 * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) >= 57344)
        - 2 * (unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) >= 65536)) END,
      CASE WHEN ti.unit > 0 THEN ti.unit * (nullif(unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)), 1) - 2)
      WHEN unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) > 1 THEN -ti.unit * (unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) - 2 - 2048 * (unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) >= 57344)
        - 2 * (unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)) >= 65536)) END,
      CASE WHEN unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) > 1 THEN
        (unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) - 2 - 2048 * (unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) >= 57344)
        - 2 * (unicode(substr(ti.interpolated, ps.call - p.first_call + 1, 1)) >= 65536)) END) AS departure_timestamp,
    t.origin + coalesce(CASE WHEN ti.unit > 0 THEN ti.unit * (nullif(unicode(ti.departures), 1) - 2)
      ELSE -ti.unit * (nullif(unicode(ti.departures), 1) - 2
        - 2048 * (unicode(ti.departures) >= 57344) - 2 * (unicode(ti.departures) >= 65536)) END, 0) AS first_departure,
    coalesce((SELECT stop_headsign FROM stop_headsigns h
      WHERE h.stop_headsigns = d.stop_headsigns AND h.position = ps.call - p.first_call + 1),
      d.trip_headsign) AS headsign,
    cc.pickup_type, cc.timepoint,
    unicode(substr(ti.departures, ps.call - p.first_call + 1, 1)) = 1
      AND coalesce(unicode(substr(ti.arrivals, ps.call - p.first_call + 1, 1)), 1) = 1 AS is_interpolated,
    t.origin, ps.earliest, ps.latest,
    r.route_id, r.route_short_name, r.route_long_name, p.direction_id, s.service_id, st.stop_name,
    -- [overlapping frequencies
    coalesce(run.value, f.start_timestamp) AS start_timestamp,
    coalesce(run.value + 1, f.end_timestamp) AS end_timestamp, f.headway_secs, f.exact_times
    -- otherwise
    -- f.start_timestamp, f.end_timestamp, f.headway_secs, f.exact_times
    -- overlapping frequencies]
  FROM stops st
  CROSS JOIN pattern_stops ps ON ps.sid = st.sid
  CROSS JOIN pattern p ON p.pattern = ps.pattern
  CROSS JOIN trip_group d ON d.pattern = p.pattern
  CROSS JOIN trip t ON t.trip_group = d.trip_group
  CROSS JOIN timing ti ON ti.timing = t.timing
  LEFT JOIN call_codes cc ON cc.codes = ps.codes
  LEFT JOIN routes r ON r.rid = p.rid
  LEFT JOIN service s ON s.service = d.service
  LEFT JOIN frequencies f ON f.trip_id = t.trip_id
  -- [overlapping frequencies
  CROSS JOIN json_each(CASE WHEN EXISTS (
      SELECT 1 FROM frequencies e WHERE e.trip_id = f.trip_id
        AND e.start_timestamp < f.start_timestamp AND e.end_timestamp > f.start_timestamp)
    THEN (
      WITH RECURSIVE step(start) AS (
        SELECT f.start_timestamp WHERE f.start_timestamp < f.end_timestamp
        UNION ALL
        SELECT start + f.headway_secs FROM step
        WHERE f.headway_secs > 0 AND start + f.headway_secs < f.end_timestamp
      )
      SELECT '[' || group_concat(start) || ']' FROM step
      WHERE NOT EXISTS (
        SELECT 1 FROM frequencies e WHERE e.trip_id = f.trip_id
          AND e.start_timestamp < f.start_timestamp AND e.end_timestamp > start AND e.headway_secs > 0
          AND (start - e.start_timestamp) % e.headway_secs = 0)
    ) ELSE '[null]' END) run
  -- overlapping frequencies]
  WHERE ps.call < p.first_call + p.stops - 1 AND t.trip > 0
)
WHERE departure_timestamp IS NOT NULL;

-- The runs of frequencies.txt: one row for each start of a trip on a service day, also where several
-- frequencies give it (that of the first stands). A stop is left `offset` seconds of `departures` later.
CREATE VIEW runs AS
SELECT
  f.trip_id,
  printf('%02d', run.value / 3600) || substr(time(run.value, 'unixepoch'), 3) AS start_time,
  run.value AS start_timestamp, f.headway_secs, f.exact_times, t.trip, d.service
FROM frequencies f
JOIN trip t ON t.trip_id = f.trip_id
JOIN trip_group d ON d.trip_group = t.trip_group
CROSS JOIN json_each((
  WITH RECURSIVE step(start) AS (
    SELECT f.start_timestamp WHERE f.start_timestamp < f.end_timestamp AND f.headway_secs > 0
    UNION ALL
    SELECT start + f.headway_secs FROM step WHERE start + f.headway_secs < f.end_timestamp
  )
  SELECT '[' || group_concat(start) || ']' FROM step
  WHERE NOT EXISTS (
    SELECT 1 FROM frequencies e WHERE e.trip_id = f.trip_id
      AND e.start_timestamp < f.start_timestamp AND e.end_timestamp > start AND e.headway_secs > 0
      AND (start - e.start_timestamp) % e.headway_secs = 0))) run
WHERE t.trip > 0;

-- What one can board at a stop, on every service day (date): runs of frequencies with their own times
-- and start_timestamp, and without what has pickup_type 1. A trip that leaves after midnight is in the
-- service day on which it began, with times from 24:00:00 on. What leaves on the 21st is
--
--   SELECT departure_time, route_short_name, headsign, trip_id FROM board
--   WHERE stop_id = :stop_id AND date IN (20261120, 20261121)
--     AND departure_timestamp / 86400 = (date = 20261120)
--   ORDER BY departure_timestamp % 86400;
--
-- At a busy stop, `AND origin BETWEEN :from - latest AND :to - earliest` lets SQLite use an index, if
-- the feed has no frequencies; :from and :to are in seconds, as departure_timestamp is.
CREATE VIEW board AS
SELECT
  d.stop_id, s.date,
  printf('%02d', (run.value + coalesce(d.offset, d.departure_timestamp)) / 3600)
    || substr(time(run.value + coalesce(d.offset, d.departure_timestamp), 'unixepoch'), 3) AS departure_time,
  d.route_short_name, d.headsign, d.trip_id,
  CASE WHEN d.headway_secs IS NOT NULL THEN run.value END AS start_timestamp,
  d.route_id, d.route_long_name, d.direction_id, d.stop_name, d.stop_sequence,
  run.value + coalesce(d.offset, d.departure_timestamp) AS departure_timestamp,
  d.is_interpolated, d.exact_times, d.service_id,
  d.origin, d.earliest, d.latest, d.sid, d.rid, d.trip, d.service
FROM departures d
JOIN service_dates s ON s.service = d.service
CROSS JOIN json_each(CASE WHEN d.headway_secs IS NULL THEN '[0]' ELSE (
  WITH RECURSIVE step(start) AS (
    SELECT d.start_timestamp WHERE d.start_timestamp < d.end_timestamp AND d.headway_secs > 0
    UNION ALL
    SELECT start + d.headway_secs FROM step WHERE start + d.headway_secs < d.end_timestamp
  )
  SELECT '[' || group_concat(start) || ']' FROM step) END) run
WHERE d.pickup_type IS NOT 1;

-- ## After the load
-- What follows is made once the rows are in. An index without rows is left out.

CREATE UNIQUE INDEX stops_stop_id ON stops (stop_id);
CREATE INDEX stops_parent_station ON stops (parent_station) WHERE parent_station IS NOT NULL;
CREATE UNIQUE INDEX routes_route_id ON routes (route_id);
CREATE UNIQUE INDEX service_service_id ON service (service_id);
CREATE INDEX calendar_service ON calendar (service);
CREATE INDEX calendar_dates_service ON calendar_dates (service, date);
CREATE INDEX pattern_rid ON pattern (rid);
CREATE INDEX pattern_stops_sid ON pattern_stops (sid);
CREATE UNIQUE INDEX trip_trip_id ON trip (trip_id);
CREATE INDEX trip_group_origin ON trip (trip_group, origin);
CREATE INDEX trip_group_pattern ON trip_group (pattern);
CREATE INDEX trip_group_service ON trip_group (service);
CREATE INDEX trip_group_flex ON trip_group (flex) WHERE flex IS NOT NULL;
CREATE INDEX trip_block ON trip (block) WHERE block IS NOT NULL;
CREATE UNIQUE INDEX block_block_id ON block (block_id);
CREATE INDEX pattern_shape ON pattern (shape);
CREATE UNIQUE INDEX shape_shape_id ON shape (shape_id);
CREATE INDEX frequencies_trip_id ON frequencies (trip_id);
CREATE INDEX transfers_from_stop_id ON transfers (from_stop_id);
CREATE INDEX transfers_to_stop_id ON transfers (to_stop_id);
CREATE INDEX transfers_from_trip_id ON transfers (from_trip_id) WHERE from_trip_id IS NOT NULL;
CREATE INDEX pathways_from_stop_id ON pathways (from_stop_id);
CREATE INDEX pathways_to_stop_id ON pathways (to_stop_id);
CREATE INDEX stop_areas_stop_id ON stop_areas (stop_id);
CREATE INDEX route_networks_route_id ON route_networks (route_id);
CREATE INDEX location_group_stops_stop_id ON location_group_stops (stop_id);
CREATE INDEX fare_rules_route_id ON fare_rules (route_id);
CREATE INDEX translations_record_id ON translations (record_id, table_name);
CREATE INDEX translations_field_value ON translations (field_value, table_name);

-- Search as the user types: `WHERE stops_fts MATCH 'cent* stat*'`; rowid is the sid (or rid).
-- Diacritics and case do not count; words may come in any order. Phrases of several words in quotes
-- are an error (detail = none).
-- SQLite's tokenizer keeps ł and ß, parts "Jude's" in two and takes 東新橋 as one word, so
-- search_words has what it does not make of a name: lodz of Łódź, strasse of Straße, gruenbach of
-- Grünbach, judes of Jude's, coop of Co-op, 新橋 and 橋 of 東新橋. `stops_fts MATCH 'lodz'` finds them; schema/bundle.md says how to
-- fold a typed text so that 'Łódź' finds Lodz as well.
CREATE VIRTUAL TABLE stops_fts USING fts5 (
  stop_name, stop_code, search_words, content = 'stops', content_rowid = 'sid',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', detail = none
);
CREATE VIRTUAL TABLE routes_fts USING fts5 (
  route_short_name, route_long_name, search_words, content = 'routes', content_rowid = 'rid',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', detail = none
);
INSERT INTO stops_fts (stops_fts) VALUES ('rebuild');
INSERT INTO routes_fts (routes_fts) VALUES ('rebuild');

-- Stops by place: `WHERE max_lat >= :south AND min_lat <= :north AND ...`. A stop's place is between
-- min and max, which are two meters apart at most; `stops` has the place itself.
CREATE VIRTUAL TABLE stops_rtree USING rtree (sid, min_lat, max_lat, min_lon, max_lon);
INSERT INTO stops_rtree
SELECT sid, stop_lat, stop_lat, stop_lon, stop_lon
FROM stops WHERE stop_lat BETWEEN -90 AND 90 AND stop_lon BETWEEN -180 AND 180;

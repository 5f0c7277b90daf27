import GTFSRealtime
import TestSupport
import Testing

/// The values of messages, from bytes that are written by hand.
@Suite("Messages of GTFS Realtime") struct FeedMessageTests {
    /// A message with one entity, which has a trip update.
    private func update(_ build: (inout WireMessage) -> Void) throws -> TripUpdate {
        let message = WireMessage { message in
            message.message(1) { $0.text(1, "2.0") }
            message.message(2) { entity in
                entity.text(1, "e")
                entity.message(3, build)
            }
        }
        let entities = Array(try FeedMessage(message.bytes).entities)
        return try #require(entities.first?.tripUpdate)
    }

    @Test("A message has the values of its bytes")
    func values() throws {
        let bytes = WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(2, 1)
                header.number(3, 1_763_584_200)
            }
            message.message(2) { entity in
                entity.text(1, "v")
                entity.message(4) { vehicle in
                    vehicle.message(2) { position in
                        position.float(1, -33.86)
                        position.float(2, 151.2)
                        position.double(4, 12.5)
                    }
                    vehicle.number(4, 0)
                    vehicle.message(11) { $0.number(5, 1) }
                    vehicle.message(11) { $0.number(5, 2) }
                }
            }
            message.message(2) {
                $0.message(5) { $0.message(10) { $0.message(1) { $0.text(1, "Hi") } } }
            }
        }.bytes
        let message = try FeedMessage(bytes)
        #expect(message.header.gtfsRealtimeVersion == "2.0")
        #expect(message.header.incrementality == .differential)
        #expect(message.header.timestamp == 1_763_584_200)
        #expect(message.header.feedVersion == nil)
        #expect(message.entities.count == 2)
        let entities = Array(message.entities)
        let vehicle = try #require(entities[0].vehicle)
        #expect(entities[0].id == "v")
        #expect(entities[0].tripUpdate == nil)
        #expect(vehicle.position?.latitude == -33.86)
        #expect(vehicle.position?.odometer == 12.5)
        #expect(vehicle.position?.speed == nil)
        #expect(vehicle.currentStatus == .incomingAt)
        #expect(vehicle.multiCarriageDetails.map(\.carriageSequence) == [1, 2])
        #expect(entities[1].alert?.headerText?.translations.map(\.text) == ["Hi"])
        #expect(entities[1].alert?.url == nil)
        #expect(entities[1].alert?.informedEntities.isEmpty == true)
    }

    @Test("A value of 0 is not a missing one")
    func presence() throws {
        let update = try update { update in
            update.message(2) { stop in
                stop.number(1, 0)
                stop.message(2) { $0.number(1, 0) }
                stop.message(3) { _ in }
            }
            update.message(2) { _ in }
        }
        let stops = Array(update.stopTimeUpdates)
        #expect(stops.map(\.stopSequence) == [0, nil])
        #expect(stops[0].arrival?.delay == 0)
        #expect(stops[0].arrival?.time == nil)
        #expect(stops[0].departure != nil)
        #expect(stops[0].departure?.delay == nil)
        #expect(stops[1].departure == nil)
        #expect(update.trip == nil)
    }

    @Test("Negative numbers have ten bytes, and higher bits of a number are dropped")
    func numbers() throws {
        let update = try update { update in
            update.message(2) { stop in
                stop.number(1, 1 << 32 + 7)
                stop.message(2) { event in
                    event.number(1, -90)
                    event.number(2, -1)
                    event.number(3, 1 << 31)
                }
            }
        }
        let stop = try #require(Array(update.stopTimeUpdates).first)
        #expect(stop.stopSequence == 7)
        #expect(stop.arrival?.delay == -90)
        #expect(stop.arrival?.time == -1)
        #expect(stop.arrival?.uncertainty == .min)
    }

    @Test("Fields come in any order, and those that the schema does not know are skipped")
    func unknown() throws {
        let update = try update { update in
            update.raw(1001, [1, 2, 3])
            update.message(2) { stop in
                stop.text(4, "B")
                stop.double(99, 1)
                stop.number(1, 2)
            }
            update.group(50) { group in
                group.number(1, 5)
                group.group(3) { $0.text(1, "inside") }
                group.float(2, 1)
                group.double(3, 1)
            }
            update.message(1) { $0.text(1, "T") }
        }
        #expect(update.trip?.tripID == "T")
        #expect(update.stopTimeUpdates.map(\.stopID) == ["B"])
        #expect(update.stopTimeUpdates.map(\.stopSequence) == [2])
    }

    @Test("A known field of another form is one that the schema does not know")
    func otherForm() throws {
        let update = try update { update in
            update.text(4, "text")
            update.number(1, 5)
            update.group(2) { _ in }
            update.number(2, 7)
            update.message(2) { $0.float(4, 1) }
        }
        #expect(update.timestamp == nil)
        #expect(update.trip == nil)
        #expect(update.stopTimeUpdates.count == 1)
        #expect(update.stopTimeUpdates.map(\.stopID) == [nil])
    }

    @Test("Of a number or text that comes again, the last one counts; messages are merged")
    func merged() throws {
        let bytes = WireMessage { message in
            message.message(1) { $0.text(1, "1.0") }
            message.message(2) { entity in
                entity.message(3) { update in
                    update.message(1) { trip in
                        trip.text(1, "first")
                        trip.text(1, "T")
                    }
                    update.message(2) { $0.number(1, 1) }
                }
                entity.text(1, "e")
                entity.message(3) { update in
                    update.message(2) { stop in
                        stop.number(1, 2)
                        stop.message(2) { $0.number(1, 30) }
                        stop.message(2) { $0.number(3, 5) }
                    }
                    update.message(1) { $0.text(5, "R") }
                }
            }
            message.message(1) { $0.number(3, 9) }
            message.message(2) { entity in
                entity.message(5) { alert in
                    alert.message(10) { $0.message(1) { $0.text(2, "en") } }
                    alert.message(8) { $0.message(1) { $0.text(2, "fr") } }
                }
                entity.message(5) { alert in
                    alert.message(10) { $0.message(1) { $0.text(2, "de") } }
                    alert.message(5) { $0.text(5, "S") }
                }
            }
        }.bytes
        let message = try FeedMessage(bytes)
        #expect(message.header.gtfsRealtimeVersion == "1.0")
        #expect(message.header.timestamp == 9)
        let entities = Array(message.entities)
        let update = try #require(entities[0].tripUpdate)
        #expect(update.trip?.tripID == "T")
        #expect(update.trip?.routeID == "R")
        #expect(update.stopTimeUpdates.map(\.stopSequence) == [1, 2])
        #expect(update.stopTimeUpdates.count == 2)
        let arrival = try #require(Array(update.stopTimeUpdates)[1].arrival)
        #expect(arrival.delay == 30)
        #expect(arrival.uncertainty == 5)
        let alert = try #require(entities[1].alert)
        #expect(alert.headerText?.translations.map(\.language) == ["en", "de"])
        #expect(alert.url?.translations.map(\.language) == ["fr"])
        #expect(alert.informedEntities.map(\.stopID) == ["S"])
    }

    @Test("Numbers of enumerations that the schema does not know are kept")
    func codes() throws {
        let update = try update { update in
            update.message(1) { $0.number(4, 8) }
            update.message(2) { $0.number(5, -4) }
        }
        let relationship = try #require(update.trip?.scheduleRelationship)
        #expect(relationship == .new)
        #expect(relationship.word == "NEW")
        let stop = try #require(Array(update.stopTimeUpdates).first?.scheduleRelationship)
        #expect(stop.rawValue == -4)
        #expect(stop.word == nil)
        #expect("\(relationship), \(stop)" == "NEW, -4")
    }

    @Test("A text that is not UTF-8 is repaired, and found")
    func invalidTexts() throws {
        let bytes = WireMessage { message in
            message.message(1) { $0.text(1, "2.0") }
            message.message(2) { entity in
                entity.raw(1, [0x41, 0xFF, 0x42])
                entity.message(6) { $0.raw(2, [0xC0]) }
            }
        }.bytes
        let message = try FeedMessage(bytes)
        let entity = try #require(Array(message.entities).first)
        #expect(entity.id == "A\u{FFFD}B")
        let invalid = message.invalidTexts()
        #expect(invalid.map(\.message) == ["FeedEntity", "Shape"])
        #expect(invalid.map(\.field) == ["id", "encoded_polyline"])
        #expect(invalid.map { Array(bytes[$0.position...].prefix(1)) } == [[0x41], [0xC0]])
        #expect(message.invalidTexts(limit: 1).count == 1)
    }

    @Test("A message with nothing but a version has no other values")
    func empty() throws {
        let message = try FeedMessage([0x0A, 5, 0x0A, 3, 0x32, 0x2E, 0x30])
        #expect(message.header.gtfsRealtimeVersion == "2.0")
        #expect(message.header.timestamp == nil)
        #expect(message.entities.isEmpty)
    }
}

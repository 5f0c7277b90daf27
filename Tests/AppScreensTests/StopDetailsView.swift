import Foundation
import TransitBundle

// The first screen of the document, for which see `AppScreensTests`.

struct StopDetailsView: View {
    let stop: Stop

    @State private var region: MKCoordinateRegion

    init(stop: Stop) {
        self.stop = stop

        // Initialize map region
        _region = State(
            initialValue: MKCoordinateRegion(
                center: CLLocationCoordinate2D(
                    latitude: stop.stopLat ?? 0, longitude: stop.stopLon ?? 0),
                span: MKCoordinateSpan(latitudeDelta: 0.01, longitudeDelta: 0.01)
            ))
    }

    var body: some View {
        List {
            Section("Stop Information") {
                LabeledContent("Name", value: stop.stopName)

                if let stopCode = stop.stopCode {
                    LabeledContent("Stop Code", value: stopCode)
                }

                if let place = stop.coordinate {
                    LabeledContent("Coordinates", value: coordinatesString(place))
                }

                if let wheelchair = stop.wheelchairBoarding {
                    LabeledContent("Wheelchair", value: wheelchairAccessibilityString(wheelchair))
                }
            }

            if let place = stop.coordinate {
                Section("Location") {
                    Map(coordinateRegion: $region, annotationItems: [stop]) { stop in
                        MapMarker(
                            coordinate: CLLocationCoordinate2D(
                                latitude: place.latitude, longitude: place.longitude), tint: .blue)
                    }
                    .frame(height: 200)
                    .cornerRadius(10)
                }
            }

            Section("Departures") {
                VStack(alignment: .leading, spacing: 8) {
                    Text("Real-time departures coming in Phase 2")
                        .font(.subheadline)
                        .foregroundColor(.secondary)

                    Text(
                        "For now, this shows static GTFS schedules. Phase 2 adds live GTFS-RT updates."
                    )
                    .font(.caption)
                    .foregroundColor(.secondary)
                }
                .padding(.vertical, 4)
            }
        }
        .navigationTitle("Stop Details")
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                ShareLink(item: shareText) {
                    Label("Share", systemImage: "square.and.arrow.up")
                }
            }
        }
        .onAppear {
            Logger.app.info("stop_details_viewed", stop_id: stop.sid, stop_name: stop.stopName)
        }
    }

    private func coordinatesString(_ place: Coordinate) -> String {
        String(format: "%.4f, %.4f", place.latitude, place.longitude)
    }

    private var shareText: String {
        var text = "\(stop.stopName)\n"
        if let code = stop.stopCode {
            text += "Stop Code: \(code)\n"
        }
        if let place = stop.coordinate {
            text += "Location: \(coordinatesString(place))\n"
            text += "https://maps.apple.com/?ll=\(place.latitude),\(place.longitude)"
        }
        return text
    }

    private func wheelchairAccessibilityString(_ value: Int) -> String {
        switch value {
        case 1: return "Accessible"
        case 2: return "Not Accessible"
        default: return "Unknown"
        }
    }
}

extension StopDetailsView {
    @MainActor static var preview: some View {
        NavigationStack {
            StopDetailsView(
                stop: Stop(
                    sid: 1,
                    stopCode: "200060",
                    stopName: "Circular Quay Station",
                    stopLat: -33.8615,
                    stopLon: 151.2106,
                    wheelchairBoarding: 1
                ))
        }
    }
}

/// The two colours in which apps show a route, after the defaults of the reference.
public struct RouteColors: Hashable, Sendable {
    /// `routes.route_color`, or white when blank.
    public let background: Color
    /// `routes.route_text_color`, or black when blank, however hard it may be to read.
    public let text: Color

    /// Takes the values of the feed, nil where blank.
    public init(routeColor: Color?, routeTextColor: Color?) {
        background = routeColor ?? .white
        text = routeTextColor ?? .black
    }

    /// The smallest difference in luma at which text counts as readable.
    public static let minimumLumaDifference = 72

    /// Whether the published colours differ enough, by the measure that GTFS validators use for
    /// `route_color_contrast`.
    public var isReadable: Bool {
        text.lumaDifference(from: background) >= Self.minimumLumaDifference
    }

    /// Contrast ratio of the published colours by WCAG 2, from 1 to 21.
    public var contrastRatio: Double { text.contrastRatio(with: background) }

    /// The published text colour where it is readable, else black or white.
    public var readableText: Color {
        isReadable ? text : background.readableText
    }
}

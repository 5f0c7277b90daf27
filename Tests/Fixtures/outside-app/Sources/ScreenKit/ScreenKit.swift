/// Something that is drawn, as in a framework for user interfaces.
public protocol Shape {
    /// How large it is.
    var area: Double { get }
}

/// A round shape.
public struct Circle: Shape {
    public var radius: Double

    public init(radius: Double) {
        self.radius = radius
    }

    public var area: Double { 3 * radius * radius }
}

/// A color of a user interface.
public struct Color: Equatable {
    public var red, green, blue: Double

    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

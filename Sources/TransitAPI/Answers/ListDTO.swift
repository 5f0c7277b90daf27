public import TransitModel

/// An object of which answers may contain a list, under its own key.
public protocol ListedForm: WireForm {
    /// The key of the list, such as `stops`.
    static var listKey: StaticString { get }
}

/// A list, in the order that the question implies.
public struct ListDTO<Element: ListedForm>: WireObject, DTO {
    /// The elements; empty where there are none.
    public var elements: [Element] = []
    /// The number of elements of all pages, where there are several and they can be counted: for
    /// stops by text, by box or within a radius.
    public var total: Int?

    init() {}

    /// Creates the wire form of a list.
    public init(_ elements: [Element]) {
        self.elements = elements
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key(Element.listKey, &elements)
        wire.optional("total", &total)
    }
}

extension Agency: ListedForm {
    public static var listKey: StaticString { "agencies" }
}

extension Pathway: ListedForm {
    public static var listKey: StaticString { "pathways" }
}

extension Transfer: ListedForm {
    public static var listKey: StaticString { "transfers" }
}

extension ServiceAlert: ListedForm {
    public static var listKey: StaticString { "alerts" }
}

extension LiveVehicle: ListedForm {
    public static var listKey: StaticString { "vehicles" }
}

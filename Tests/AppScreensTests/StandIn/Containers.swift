struct List: DrawnView {
    let content: Pieces

    init(@ViewBuilder content: () -> Pieces) {
        self.content = content()
    }

    func lines(on screen: inout Screen) -> [String] { content.lines(on: &screen) }
}

struct Section: DrawnView {
    private let header: Pieces
    private let content: Pieces

    init(_ title: String, @ViewBuilder content: () -> Pieces) {
        header = Pieces(views: [Text(title)])
        self.content = content()
    }

    init(header: some View, @ViewBuilder content: () -> Pieces) {
        self.header = Pieces(views: [header])
        self.content = content()
    }

    func lines(on screen: inout Screen) -> [String] {
        header.lines(on: &screen).map { "[\($0)]" }
            + content.lines(on: &screen).map { "  " + $0 }
    }
}

struct ForEach: DrawnView {
    private let content: Pieces

    init<Element, ID: Hashable>(
        _ elements: [Element], id: KeyPath<Element, ID>,
        @ViewBuilder content: (Element) -> Pieces
    ) {
        let ids = Set(elements.map { $0[keyPath: id] })
        precondition(ids.count == elements.count, "SwiftUI wants every id once.")
        self.content = Pieces(views: elements.flatMap { content($0).views })
    }

    init<Element: Identifiable>(
        _ elements: [Element], @ViewBuilder content: (Element) -> Pieces
    ) {
        self.init(elements, id: \.id, content: content)
    }

    func lines(on screen: inout Screen) -> [String] { content.lines(on: &screen) }
}

struct Group: DrawnView {
    private let content: Pieces

    init(@ViewBuilder content: () -> Pieces) {
        self.content = content()
    }

    func lines(on screen: inout Screen) -> [String] { content.lines(on: &screen) }
}

struct NavigationStack: DrawnView {
    private let content: Pieces

    init(@ViewBuilder content: () -> Pieces) {
        self.content = content()
    }

    func lines(on screen: inout Screen) -> [String] { content.lines(on: &screen) }
}

/// Where the columns of a stack begin.
enum HorizontalAlignment {
    case leading
}

struct VStack: DrawnView {
    private let content: Pieces

    init(
        alignment: HorizontalAlignment = .leading, spacing: Double = 0,
        @ViewBuilder content: () -> Pieces
    ) {
        self.content = content()
    }

    func lines(on screen: inout Screen) -> [String] { content.lines(on: &screen) }
}

/// Views side by side, drawn as one line.
struct HStack: DrawnView {
    private let content: Pieces

    init(@ViewBuilder content: () -> Pieces) {
        self.content = content()
    }

    func lines(on screen: inout Screen) -> [String] {
        let columns = content.views.map { screen.draw($0).joined(separator: " / ") }
        return [columns.joined(separator: " ")]
    }
}

/// Where an item of a tool bar stands.
enum ToolbarItemPlacement {
    case primaryAction
}

struct ToolbarItem: DrawnView {
    private let content: Pieces

    init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Pieces) {
        self.content = content()
    }

    func lines(on screen: inout Screen) -> [String] { content.lines(on: &screen) }
}

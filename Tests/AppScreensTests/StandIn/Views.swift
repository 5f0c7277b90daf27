struct Text: DrawnView {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func lines(on screen: inout Screen) -> [String] { [text] }
}

/// A value and what it is.
struct LabeledContent: DrawnView {
    private let line: String

    init(_ title: String, value: String) {
        line = "\(title): \(value)"
    }

    func lines(on screen: inout Screen) -> [String] { [line] }
}

struct Label: DrawnView {
    private let line: String

    init(_ title: String, systemImage: String) {
        line = "(\(systemImage)) \(title)"
    }

    func lines(on screen: inout Screen) -> [String] { [line] }
}

struct Image: DrawnView {
    private let name: String

    init(systemName: String) {
        name = systemName
    }

    func lines(on screen: inout Screen) -> [String] { ["(\(name))"] }
}

/// Something takes a while.
struct ProgressView: DrawnView {
    private let title: String

    init(_ title: String) {
        self.title = title
    }

    init(_ title: String, value: Double?) {
        self.title = value.map { "\(title) \(Int($0 * 100)) %" } ?? title
    }

    func lines(on screen: inout Screen) -> [String] { ["… " + title] }
}

struct Button: DrawnView {
    private let title: String
    private let action: @MainActor () -> Void

    init(_ title: String, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.action = action
    }

    func lines(on screen: inout Screen) -> [String] {
        screen.buttons[title] = action
        return ["<\(title)>"]
    }
}

/// A button that hands a text to other apps.
struct ShareLink: DrawnView {
    private let item: String
    private let label: Pieces

    init(item: String, @ViewBuilder label: () -> Pieces) {
        self.item = item
        self.label = label()
    }

    func lines(on screen: inout Screen) -> [String] {
        screen.sharedText = item
        return label.lines(on: &screen)
    }
}

struct Color: DrawnView, Equatable {
    let name: String

    /// On any actor, unlike the one that would be synthesized.
    nonisolated init(_ name: String) {
        self.name = name
    }

    nonisolated static let red = Color("red")
    nonisolated static let purple = Color("purple")
    nonisolated static let blue = Color("blue")
    nonisolated static let green = Color("green")
    nonisolated static let orange = Color("orange")
    nonisolated static let gray = Color("gray")
    nonisolated static let secondary = Color("secondary")

    func opacity(_ opacity: Double) -> Color { Color("\(name) \(opacity)") }

    func lines(on screen: inout Screen) -> [String] { ["|\(name)|"] }
}

enum Font {
    case largeTitle, headline, subheadline, caption
}

enum EdgeSet {
    case horizontal, vertical
}

enum TitleDisplayMode {
    case inline
}

/// A view of which something else is known.
struct ModifiedView<Content: View>: DrawnView {
    let content: Content
    let change: @MainActor (inout Screen, inout [String]) -> Void

    func lines(on screen: inout Screen) -> [String] {
        var lines = screen.draw(content)
        change(&screen, &lines)
        return lines
    }
}

extension View {
    private func changing(
        _ change: @escaping @MainActor (inout Screen, inout [String]) -> Void
    ) -> some View {
        ModifiedView(content: self, change: change)
    }

    func font(_ font: Font) -> some View { self }
    func frame(width: Double? = nil, height: Double? = nil) -> some View { self }
    func cornerRadius(_ radius: Double) -> some View { self }
    func padding(_ edges: EdgeSet, _ length: Double) -> some View { self }
    func navigationBarTitleDisplayMode(_ mode: TitleDisplayMode) -> some View { self }

    func foregroundColor(_ color: Color) -> some View {
        changing { _, lines in
            if color != .secondary { lines = lines.map { "\($0) in \(color.name)" } }
        }
    }

    func background(_ color: Color) -> some View {
        changing { _, lines in lines = lines.map { "\($0) on \(color.name)" } }
    }

    func navigationTitle(_ title: String) -> some View {
        changing { screen, _ in screen.title = title }
    }

    func toolbar(@ViewBuilder content: () -> Pieces) -> some View {
        let items = content()
        return changing { screen, lines in
            lines = items.lines(on: &screen).map { "<\($0)>" } + lines
        }
    }

    func onAppear(perform action: @escaping @MainActor () -> Void) -> some View {
        changing { screen, _ in screen.appearances.append(action) }
    }

    func task(_ action: @escaping @MainActor () async -> Void) -> some View {
        changing { screen, _ in screen.tasks.append(action) }
    }
}

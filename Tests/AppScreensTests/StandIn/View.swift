/// The views of this target's screens, in the place of SwiftUI, which Linux does not have: as much
/// as they use, drawn as lines of text.
@MainActor protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

/// A view that draws itself instead of being made of others.
@MainActor protocol DrawnView: View where Body == Never {
    func lines(on screen: inout Screen) -> [String]
}

extension DrawnView {
    // With `return`, so that no builder makes it a list of views.
    var body: Never { return fatalError("A drawn view is made of no others.") }
}

extension Never: View {
    var body: Never { return fatalError("There is no such view.") }
}

/// The content of a view, and its work when it comes into sight.
@MainActor struct Screen {
    private(set) var lines: [String] = []
    var title: String?
    /// The item that a share button hands over.
    var sharedText: String?
    /// The actions of the buttons, by title.
    var buttons: [String: @MainActor () -> Void] = [:]
    var appearances: [@MainActor () -> Void] = []
    var tasks: [@MainActor () async -> Void] = []

    init(_ view: some View) {
        lines = draw(view)
    }

    mutating func draw<Shown: View>(_ view: Shown) -> [String] {
        if let drawn = view as? any DrawnView { return drawn.lines(on: &self) }
        return draw(view.body)
    }

    /// Does what views do when they come into sight, and waits for their tasks.
    func appear() async {
        for action in appearances { action() }
        for task in tasks { await task() }
    }

    /// Comes into sight, and goes out of it, which ends its tasks, once a condition holds.
    func appear(until condition: () -> Bool) async throws {
        let running = Task { await appear() }
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
        running.cancel()
        await running.value
    }
}

/// The views of a list of statements, in order.
struct Pieces: DrawnView {
    let views: [any View]

    func lines(on screen: inout Screen) -> [String] {
        views.flatMap { screen.draw($0) }
    }
}

/// Makes one view of several, of an `if`, or of none.
@resultBuilder @MainActor enum ViewBuilder {
    static func buildExpression(_ view: some View) -> Pieces { Pieces(views: [view]) }
    static func buildBlock(_ pieces: Pieces...) -> Pieces {
        Pieces(views: pieces.flatMap(\.views))
    }
    static func buildOptional(_ pieces: Pieces?) -> Pieces { pieces ?? Pieces(views: []) }
    static func buildEither(first pieces: Pieces) -> Pieces { pieces }
    static func buildEither(second pieces: Pieces) -> Pieces { pieces }
}

/// The state of a view while it is shown.
@propertyWrapper struct State<Value> {
    private final class Box {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let box: Box

    init(wrappedValue: Value) {
        box = Box(wrappedValue)
    }

    init(initialValue: Value) {
        box = Box(initialValue)
    }

    var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    var projectedValue: Binding<Value> {
        Binding(get: { box.value }, set: { box.value = $0 })
    }
}

/// The way to a value that another view keeps.
struct Binding<Value> {
    let get: () -> Value
    let set: (Value) -> Void
}

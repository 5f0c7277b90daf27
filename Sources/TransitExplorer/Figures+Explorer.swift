import TransitModel
import WebPages

extension Figures {
    static func bytes(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(bytes)\u{A0}B" }
        var tenths = (bytes + 50) / 100
        var unit = 0
        while tenths >= 10_000, unit < 3 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10)\u{A0}\(["kB", "MB", "GB", "TB"][unit])"
    }

    static func time(_ date: ServiceDate?, _ texts: ExplorerTexts) -> HTML {
        guard let date else { return "–" }
        return "<time datetime=\"\(date.dashed)\">\(texts.dayOfYear(date))</time>"
    }
}

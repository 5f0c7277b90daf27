import WebPages

enum AccessIcons {
    static func wheelchair(
        _ code: Int?, _ texts: ExplorerTexts, beside isBeside: Bool = false
    ) -> HTML? {
        texts.wheelchair(code).map { html("wheelchair", words: $0, isNo: code == 2, isBeside) }
    }

    static func bicycle(
        _ code: Int?, _ texts: ExplorerTexts, beside isBeside: Bool = false
    ) -> HTML? {
        texts.bicycles(code).map { html("bicycle", words: $0, isNo: code == 2, isBeside) }
    }

    private static func html(
        _ kind: HTML, words: String, isNo: Bool, _ isBeside: Bool
    ) -> HTML {
        let no: HTML? = isNo ? " no" : nil
        return isBeside
            ? "<span class=\"icon \(kind)\(no)\"></span> \(words)"
            : """
            <span class="icon \(kind)\(no)" title="\(words)"><span class="unseen">\(words)</span></span>
            """
    }
}

extension ExplorerTexts {
    func wheelchair(_ code: Int?) -> String? {
        code.flatMap { 1...2 ~= $0 ? self("wheelchair.trip.\($0)") : nil }
    }

    func bicycles(_ code: Int?) -> String? {
        code.flatMap { 1...2 ~= $0 ? self("bikes.\($0)") : nil }
    }
}

import BundleCodec
import Foundation
import TestSupport
import Testing

@Suite("Folding for search")
struct SearchFoldingTests {
    @Test(
        "Names and typed texts fold to the same letters",
        arguments: [
            ("Łódź", "lodz"), ("Đông Hà", "dong ha"), ("STRAẞE", "strasse"),
            ("ISTANBUL", "istanbul"),
            ("İstanbul", "istanbul"), ("Iğdır", "igdir"), ("Tønder", "tonder"), ("Ærø", "aero"),
            ("Œuvre", "oeuvre"), ("Þingvellir", "thingvellir"), ("Seyðisfjörður", "seydisfjordur"),
            ("Deatŋu", "deatnu"), ("Ħamrun", "hamrun"), ("Ŧ", "t"), ("ſ", "s"), ("ﬁ", "fi"),
            ("Gəncə", "gence"), ("Αθήνα", "αθηνα"), ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"),
            ("Щёлковская", "щелковская"), ("Ｔｏｋｙｏ　１", "tokyo 1"), ("ｶﾞｰﾄﾞ", "ガード"),
            ("か\u{3099}", "ガ"), ("なごや", "ナゴヤ"), ("ゔゞ", "ヴヾ"), ("ゖ", "ケ"), ("霞ヶ関", "霞ケ関"),
            ("\u{1112}\u{1161}\u{11AB}", "한"),
            ("مُحَطَّة", "محطه"), ("أحمد", "احمد"), ("ایران", "ايران"), ("١٢", "12"), ("שָׁלוֹם", "שלום"),
            ("Cafe\u{301}", "cafe"), ("Zu\u{AD}rich", "zurich"),
        ])
    func letters(name: String, folded: String) {
        #expect(Array(SearchFolding.folded(name).utf8) == Array(folded.utf8))
        #expect(Array(SearchFolding.folded(folded).utf8) == Array(folded.utf8))
    }

    @Test("The letters of schema/bundle.md fold as it says")
    func documentedLetters() throws {
        let page = try MarkdownDocument("schema/bundle.md").prose.joined(separator: " ")
        let step = try #require(page.components(separatedBy: "2. Replace ").last)
            .prefix { $0 != "(" }
        var count = 0
        for pair in step.matches(of: /((`[^`]+`( and )?)+) +by +([^ ,.]+)/) {
            for letter in pair.1.replacing(" and ", with: "").split(separator: "`") {
                #expect(SearchFolding.folded(String(letter)) == pair.4, "\(letter)")
                count += 1
            }
        }
        #expect(count == 21)
    }

    @Test(
        "The index gets the words that SQLite's tokenizer does not make",
        arguments: [
            ("Łódź Fabryczna", "lodz"), ("St. Jude's Well", "judes"), ("St. Jude’s", "judes"),
            ("Hawaiʻi", "hawai i hawaii"), ("L'Hôpital", "lhopital"), ("U.S. 1", "us"),
            ("nám.T.G.Masaryka", "tg"), ("Paral·lel", "parallel"), ("צה\"ל", "צהל"),
            ("東新橋", "新橋 橋"), ("JR新橋駅", "新橋 橋駅 駅"), ("橋", nil), ("新橋 2", "橋"),
            ("서울역", "울역 역"), ("さくら", "サクラ クラ ラ"),
            ("Grünbach", "gruenbach"), ("Gru\u{308}nbach", "grunbach gruenbach"),
            ("ÅRHUS Ø", "o aarhus oe"), ("Tromsø", "tromso tromsoe"), ("Co-op", "coop"),
            ("Müller-Straße", "strasse mullerstrasse mueller muellerstrasse"),
            ("US-1, 12-14 – A", "us1"), ("Co\u{2011}op", "coop"), ("A - B-", nil),
            ("Café Orléans", nil), ("Linie 1", nil), ("'Quoted'", nil),
            ("Market St.", nil), ("", nil), ("🚋", nil), ("Скопје", nil),
        ] as [(String, String?)])
    func searchWords(name: String, words: String?) {
        #expect(SearchFolding.searchWords([name]) == words)
    }

    @Test("Words of the other text are not repeated")
    func severalTexts() {
        #expect(SearchFolding.searchWords(["Łódź", "Łódź – Łask"]) == "lodz lask")
        #expect(SearchFolding.searchWords(["10", "Line 10"]) == nil)
    }

    @Test("A typed text is looked for in each of its spellings")
    func spellings() {
        #expect(SearchFolding.spellings("lodz", isWhole: false) == ["lodz"])
        #expect(SearchFolding.spellings("l'eau", isWhole: true) == ["l'eau", "leau"])
        #expect(SearchFolding.spellings("l'eau", isWhole: false) == ["l'eau", "l eau", "leau"])
        #expect(SearchFolding.spellings("新橋駅", isWhole: false) == ["新橋駅", "新橋 橋駅"])
        #expect(SearchFolding.spellings("新", isWhole: false) == ["新"])
        #expect(SearchFolding.spellings("なごや", isWhole: false) == ["なごや", "ナゴ ゴヤ"])
        #expect(SearchFolding.spellings("co-op", isWhole: true) == ["co-op", "coop"])
        #expect(SearchFolding.spellings("bü", isWhole: true) == ["bü", "bu", "bue"])
        #expect(SearchFolding.spellings("bue", isWhole: true) == ["bue"])
        #expect(SearchFolding.spellings("\u{F900}", isWhole: true).count == 2)
    }

    @Test("Punctuation makes no other name")
    func keys() {
        func isSame(_ one: String, _ other: String, shortened: Bool = false) -> Bool {
            !SearchFolding.keys(one, shortened: shortened)
                .isDisjoint(with: SearchFolding.keys(other, shortened: shortened))
        }
        #expect(isSame("St. Jude's Well", "st judes well"))
        #expect(isSame("A – B", "a b"))
        #expect(!isSame("A B", "AB"))
        #expect(isSame("Co-op", "coop") && isSame("Co-op", "co op"))
        #expect(isSame("Grünbach", "gruenbach") && isSame("Grünbach", "grunbach"))
        #expect(!isSame("Main St.", "main street"))
        #expect(isSame("Main St.", "main street", shortened: true))
        #expect(isSame("Hauptstraße", "hauptstr.", shortened: true))
        #expect(isSame("Hofer Strasse", "hofer str.", shortened: true))
    }

    @Test("A word has other forms when names write it short or in full")
    func otherForms() {
        #expect(SearchFolding.otherForms(of: "st") == ["saint", "sankt", "str", "street"])
        #expect(SearchFolding.otherForms(of: "saint") == ["st"])
        #expect(SearchFolding.otherForms(of: "street") == ["st", "str"])
        #expect(SearchFolding.otherForms(of: "str") == ["st", "street", "strasse"])
        #expect(SearchFolding.otherForms(of: "hauptstrasse") == ["hauptstr"])
        #expect(SearchFolding.otherForms(of: "hauptstr") == ["hauptstrasse"])
        #expect(SearchFolding.otherForms(of: "stream") == [])
        #expect(SearchFolding.hasOtherForms("St. James") && !SearchFolding.hasOtherForms("James"))
    }
}

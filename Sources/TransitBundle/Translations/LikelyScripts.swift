/// From the likely subtags of Unicode's CLDR: the languages that are written in several scripts,
/// and those that are not written in Latin letters. All others have no entry. We use our own table
/// because Foundation's differs between systems.
enum LikelyScripts {
    /// In lower case; nil when the language is not in the table. The names are the language, then a
    /// dialect of it, which counts when it is in the table.
    static func script(_ names: some BidirectionalCollection<String>, region: String?) -> String? {
        for name in names.reversed() {
            guard let scripts = table[name] else { continue }
            return region.flatMap { scripts.byRegion[$0] } ?? scripts.most
        }
        return nil
    }

    /// The script that readers take a script for: Korean in Hangul alone is Korean.
    static func plain(_ script: String) -> String {
        switch script {
        case "hang": "kore"
        case "aran": "arab"
        default: script
        }
    }

    private struct Scripts {
        let most: String
        var byRegion: [String: String] = [:]
    }

    private static let table: [String: Scripts] = {
        var table: [String: Scripts] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard let script = words.first else { continue }
            for word in words.dropFirst() {
                let parts = word.split(separator: "-").map(String.init)
                if parts.count == 2 {
                    table[parts[0]]?.byRegion[parts[1]] = script
                } else {
                    table[word] = Scripts(most: script)
                }
            }
        }
        return table
    }()

    /// Languages are mostly written in it; those below, in some regions.
    private static let lines = """
        hans zh nan hak wuu gan hsn
        hant yue
        cyrl ru uk be bg mk sr kk ky mn tg tt ba ce cv os ab av kv udm sah tyv bua
        latn uz az bs hr ms ha ku tk ff vi id tr
        arab ar fa ur ps ug sd ks ckb arz ary lrc mzn
        hebr he yi
        grek el
        armn hy
        geor ka
        deva hi mr ne sa kok mai bho brx doi
        beng bn as mni
        guru pa
        gujr gu
        orya or
        taml ta
        telu te
        knda kn
        mlym ml
        sinh si
        olck sat
        thai th
        laoo lo
        khmr km
        mymr my shn
        tibt bo dz
        ethi am ti
        jpan ja
        kore ko
        thaa dv
        tfng shi zgh
        vaii vai
        cans iu cr
        cher chr
        hant zh-tw zh-hk zh-mo zh-au zh-bn zh-gb zh-gf zh-id zh-pa zh-pf zh-ph zh-sr zh-th zh-us zh-vn
        hant nan-tw nan-hk nan-mo hak-tw hak-hk hak-mo
        hans yue-cn
        latn sr-me sr-ro sr-tr ky-tr
        cyrl uz-cn az-ru ug-kz ug-mn
        arab uz-af az-iq az-ir pa-pk kk-af kk-cn kk-ir kk-mn ms-cc ha-cm ha-sd ku-iq ku-ir ku-lb
        arab ky-cn tg-pk
        deva sd-in
        mong mn-cn
        """
}

/// The codes of ISO 4217, including historical ones, and the decimals of their amounts.
///
/// Taken on 2026-11-21 from `java.util.Currency` of OpenJDK 17.0.15, which the canonical validator
/// uses. To update it, print `Currency.getAvailableCurrencies()` with `getDefaultFractionDigits()`;
/// ISO publishes the current codes as list one.
enum Currencies {
    /// Nil when there is no such code; -1 for units that have no decimals at all, such as gold.
    static func decimals(_ code: String) -> Int? { table[code] }

    private static let table: [String: Int] = {
        var table: [String: Int] = [:]
        for (decimals, codes) in byDecimals {
            for code in FactWords.all(codes) { table[code] = decimals }
        }
        return table
    }()

    private static let byDecimals = [
        -1: "XAG XAU XBA XBB XBC XBD XDR XFO XFU XPD XPT XSU XTS XUA XXX",
        0: """
        ADP BEF BIF BYB BYR CLP DJF ESP GNF GRD ISK ITL JPY KMF KRW LUF MGF PTE PYG ROL RWF
        TPE TRL UGX UYI VND VUV XAF XOF XPF
        """,
        2: """
        AED AFA AFN ALL AMD ANG AOA ARS ATS AUD AWG AYM AZM AZN BAM BBD BDT BGL BGN BMD BND
        BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CSD CUC CUP CVE
        CYP CZK DEM DKK DOP DZD EEK EGP ERN ETB EUR FIM FJD FKP FRF GBP GEL GHC GHS GIP GMD
        GTQ GWP GYD HKD HNL HRK HTG HUF IDR IEP ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
        LBP LKR LRD LSL LTL LVL MAD MDL MGA MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK MXN MXV
        MYR MZM MZN NAD NGN NIO NLG NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB RUR
        SAR SBD SCR SDD SDG SEK SGD SHP SIT SKK SLE SLL SOS SRD SRG SSP STD STN SVC SYP SZL
        THB TJS TMM TMT TOP TRY TTD TWD TZS UAH USD USN USS UYU UZS VEB VED VEF VES WST XCD
        XCG YER YUM ZAR ZMK ZMW ZWD ZWG ZWL ZWN ZWR
        """,
        3: "BHD IQD JOD KWD LYD OMR TND",
        4: "CLF",
    ]
}

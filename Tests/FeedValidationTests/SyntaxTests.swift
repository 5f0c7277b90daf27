import FeedValidation
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Syntax of values") struct SyntaxTests {
    @Test(arguments: [
        "http://example.org", "https://www.example.co.uk/a/b?c=d&e=é#f", "HTTP://EXAMPLE.ORG",
        "ftp://user:pass@example.org:21/", "http://192.168.0.1:8080/x", "http://[::1]/",
        "http://example.org:/", "http://example.org/a/../b", "https://müller.de",
        "http://xn--mller-kva.de./", "http://пример.рф/",
    ])
    func webAddresses(_ text: String) { #expect(WebAddress.isValid(text, isCanonical: false)) }

    @Test(arguments: [
        "example.org", "http://", "http:/example.org", "mailto:a@example.org", "http://localhost",
        "http://example.invalidtld", "http://exa mple.org", "http://example.org/a b",
        "http://example.org//a", "http://example.org/../a", "http://example.org:70000",
        "http://-a.org", "http://256.1.1.1", "http://a_b.org", "http://example.org/%zz",
        "http://example.org/ä", "ftp:abc", "http://example..org", "http://example.org|x",
        "http://[::1::2]/", "",
    ])
    func noWebAddresses(_ text: String) { #expect(!WebAddress.isValid(text, isCanonical: false)) }

    /// Valid to one of the two only, what the canonical validator takes first.
    @Test(arguments: [
        ("http://example.org/?q={id}", true), ("http://example.org/?q=a|b", true),
        ("http://example.org/?a=100%", true), ("http://example.org/100%", true),
        ("http://example.org/a%2F%2Fb", true), ("http://example.org/#a b", true),
        ("http://example.org/#a#b", true), ("http://example.org /a", true),
        ("http://example.zippo", true), ("http://example.gay", false),
    ])
    func differingWebAddresses(_ text: String, _ isCanonical: Bool) {
        #expect(WebAddress.isValid(text, isCanonical: isCanonical))
        #expect(!WebAddress.isValid(text, isCanonical: !isCanonical))
    }

    @Test(arguments: [
        "http://example.org/?q=a b", "http://exa mple.org", "http://example.org :80/", "http:// /",
        "http://example.org/a b", "http://example.org/ä", "http://user@ example.org",
    ])
    func noCanonicalWebAddresses(_ text: String) {
        #expect(!WebAddress.isValid(text, isCanonical: true))
    }

    @Test(arguments: [("a@[::1]", true), ("a@[IPv6:::1]", false), ("a@example.llc", false)])
    func differingEmailAddresses(_ text: String, _ isCanonical: Bool) {
        #expect(EmailSyntax.isValid(text, isCanonical: isCanonical))
        #expect(!EmailSyntax.isValid(text, isCanonical: !isCanonical))
    }

    @Test(arguments: [
        "a@example.org", "a.b+c@example.co.uk", "\"a b\"@example.org", "o'neil@example.org",
        "\"a\\\".b\"@example.org", "a@[127.0.0.1]", "a@[IPv6:::1]", "é@example.org",
    ])
    func emailAddresses(_ text: String) { #expect(EmailSyntax.isValid(text, isCanonical: false)) }

    @Test(arguments: [
        "example.org", "a@", "@example.org", "a@example", "a b@example.org", "a..b@example.org",
        "a@example.org.", "a@exam ple.org", ".a@example.org", "a,b@example.org", "a@b@example.org",
        "\"a@example.org", "a@[300.0.0.1]", "",
    ])
    func noEmailAddresses(_ text: String) {
        #expect(!EmailSyntax.isValid(text, isCanonical: false))
    }

    @Test(arguments: [
        "en", "EN", "eng", "en-US", "en-latn-us", "es-419", "sl-rozaj-biske", "de-DE-1996",
        "zh-cmn-Hans-CN", "x-foo", "i-klingon", "en-a-bb", "en-u-ca-buddhist-x-y", "en-1abc",
        "abcd-aaa", "mul",
    ])
    func languages(_ tag: String) { #expect(LanguageTagSyntax.isWellFormed(tag)) }

    @Test(arguments: [
        "", "e", "en_US", "abcdefghi", "x", "en-x", "en-a", "en-us-latn", "en--US", "en-US-",
        "123", "en-12", "en-aaa-bbb-ccc-ddd", "i-foo", "english ",
    ])
    func noLanguages(_ tag: String) { #expect(!LanguageTagSyntax.isWellFormed(tag)) }

    @Test(arguments: [
        "Europe/Paris", "America/New_York", "Etc/GMT+5", "UTC", "GMT0", "Z", "+1", "+01", "+0100",
        "-01:30", "+18:00", "UTC+1", "UT-05:00", "+01:00:00", "Zulu", "EST5EDT",
    ])
    func canonicalTimezones(_ name: String) {
        #expect(JavaTimezone.isValid(name))
    }

    @Test(arguments: [
        "", "Paris", "europe/paris", "EST", "utc", "z", "+18:01", "+19", "UTC1", "UTC+", "+1:00",
        "+01:60", "UTC+25", "Europe/Paris ",
    ])
    func noCanonicalTimezones(_ name: String) {
        #expect(!JavaTimezone.isValid(name))
    }

    @Test(
        "Old names and links are time zones",
        arguments: [
            "Europe/Paris", "US/Pacific", "Asia/Calcutta", "EST5EDT", "EST", "ROC", "Etc/GMT+5",
            "GMT+0", "GMT0", "UTC", "Zulu", "America/Coyhaique",
        ])
    func timezones(_ name: String) {
        #expect(TimezoneName(name).isInDatabase)
    }

    @Test(
        "Offsets, abbreviations, other cases and paths are not time zones",
        arguments: [
            "", "+02:00", "Z", "UTC+1", "GMT+1", "UT", "BST", "PST", "CST", "IST", "MSK", "utc",
            "europe/paris", "Europe/Paris ", " Europe/Paris", "Europe", "Factory", "SystemV/AST4",
            "posixrules", "localtime", "posix/Europe/Paris", "../Europe/Paris", "/etc/localtime",
            "Asia/\u{212A}olkata",
        ])
    func noTimezones(_ name: String) {
        #expect(!TimezoneName(name).isInDatabase)
    }

    @Test(arguments: [
        "(212) 555-0100", "555-0100", "1-212-555-0100", "+1 212 555 0100", "1-800-FLOWERS",
        "212-555-0100 ext. 12", "212-555-0100x12", "011 33 1 23 45 67 89", "+49 30 123456",
        "+39 06 1234 5678", "212-555-0100/x200",
    ])
    func phoneNumbers(_ text: String) throws {
        let numbers = try #require(PhoneNumbers("US"))
        #expect(numbers.isPossible(text))
    }

    @Test(arguments: [
        "12345", "call us", "212-555-01000", "+1 212 555", "+999 123456", "21", "",
        "212 555 0100, 212 555 0101", "+49 1",
    ])
    func noPhoneNumbers(_ text: String) throws {
        let numbers = try #require(PhoneNumbers("us"))
        #expect(!numbers.isPossible(text))
    }

    @Test("Every pattern of the table of phone numbers is one") func phonePatterns() throws {
        let path = PackageRoot.path + "/Sources/FeedValidation/Facts/PhoneNumbers.tsv"
        let lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count > 240)
        for line in lines {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            try #require(cells.count == 9)
            for pattern in [cells[3], cells[4], cells[6]] where !pattern.isEmpty {
                #expect(PhonePattern(String(pattern)) != nil, "\(pattern)")
            }
        }
    }

    @Test("Countries without phone numbers") func countries() {
        #expect(PhoneNumbers("UK") != nil)
        #expect(PhoneNumbers("ZZ") == nil)
        #expect(PhoneNumbers("001") == nil)
    }

    @Test(arguments: [
        "Main Street", "Main street 5", "MAIN", "A1", "12", "", "A B", "Route", "M 12", "École",
        "eBay",
    ])
    func mixedCase(_ text: String) {
        text.utf8.withContiguousStorageIfAvailable { #expect(MixedCase.isFine(.init($0))) }
    }

    @Test(arguments: [
        "MAIN STREET", "main street", "main", "1 MAIN", "école", "ÉCOLE NORMALE", "駅前 通り",
    ])
    func noMixedCase(_ text: String) {
        text.utf8.withContiguousStorageIfAvailable { #expect(!MixedCase.isFine(.init($0))) }
    }
}

import BundleDiffing
import TestSupport
import Testing

@Suite("Files and columns that are there without a value")
struct FileDiffTests {
    private static let fares = TestFeed.base.with(
        """
        # fare_products.txt
        fare_product_id,amount,currency
        P0,2.00,EUR
        # fare_leg_rules.txt
        leg_group_id,network_id,fare_product_id
        L0,,P0
        L1,N1,P0
        """)

    @Test("A column whose being there means something is a difference")
    func priority() throws {
        let new = Self.fares.with(
            """
            # fare_leg_rules.txt
            leg_group_id,network_id,fare_product_id,rule_priority
            L0,,P0,
            L1,N1,P0,
            """)
        let diff = try Versions(Self.fares, new).diff
        #expect(!diff.isEmpty && diff.rows.isEmpty)
        let change = try #require(diff.files?.first)
        #expect(change.hasMeaning && change.columnsAdded == ["rule_priority"])
        #expect(
            diff.words(limit: nil) == """
                old.sqlite → new.sqlite
                files and columns: 1 changed
                  ~ fare_leg_rules.txt
                      columns added: rule_priority

                """)
        #expect(
            try Versions(new, Self.fares).diff.files?.first?.columnsRemoved == ["rule_priority"])
        #expect(try Versions(new, new).diff.files == nil)
    }

    @Test("Any other column or file is named, and is no difference")
    func blank() throws {
        let new = Self.fares.with(
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type,route_desc
            R,X,1,3,
            # fare_media.txt
            fare_media_id,fare_media_type
            """)
        let diff = try Versions(Self.fares, new).diff
        #expect(diff.isEmpty && diff.files?.contains(where: \.hasMeaning) == false)
        #expect(
            diff.words(limit: nil) == """
                old.sqlite → new.sqlite: no difference, except in what has no values: \
                routes.txt: route_desc added; fare_media.txt added

                """)
    }

    @Test("An empty file that the reference asks for or rules out is a difference")
    func emptyFile() throws {
        let new = Self.fares.with("# networks.txt\nnetwork_id,network_name")
        let diff = try Versions(new, Self.fares).diff
        #expect(!diff.isEmpty)
        #expect(
            diff.words(limit: nil).hasSuffix("files and columns: 1 removed\n  - networks.txt\n"))
    }
}

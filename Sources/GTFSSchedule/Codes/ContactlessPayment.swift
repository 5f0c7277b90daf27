/// Whether riders can pay by tapping a bank card: `cemv_support` of `agency.txt` and `routes.txt`.
public struct ContactlessPayment: CodedValue {
    public static let codes = 0...2
    /// The feed does not say, as when the field is blank.
    public static let unknown = ContactlessPayment(code: 0)
    /// Bank cards are taken at the fare gate or reader.
    public static let supported = ContactlessPayment(code: 1)
    /// Bank cards are not taken so.
    public static let notSupported = ContactlessPayment(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}

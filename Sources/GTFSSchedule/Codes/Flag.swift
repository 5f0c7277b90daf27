/// A field that is 0 for no and 1 for yes.
public struct Flag: CodedValue {
    public static let codes = 0...1
    /// 0.
    public static let no = Flag(code: 0)
    /// 1.
    public static let yes = Flag(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }

    /// True for 1 only; codes other than 0 and 1 say nothing.
    public var isYes: Bool { self == .yes }
}

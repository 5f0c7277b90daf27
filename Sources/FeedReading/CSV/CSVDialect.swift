/// How the lines and quotes of a file are to be understood where the format leaves it open.
package enum CSVDialect: Sendable {
    /// As a publisher may have meant it: a bare carriage return ends a line, and a quote that is
    /// never closed is an ordinary byte.
    case forgiving
    /// As the parser of the canonical validator does: only a line feed ends a line, a line that
    /// begins with `#` is left out, a quote that is never closed holds the rest of the file, and
    /// bytes behind a closing quote make the quotes part of the value.
    case canonical
}

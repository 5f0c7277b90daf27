/// A header or a parameter of a query whose value is a template.
package struct NamedTemplate: Sendable, Equatable {
    package let name: String
    package let value: Template
}

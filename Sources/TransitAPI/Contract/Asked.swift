/// The kind of a question: its endpoint, its parameters and its answer.
///
/// Each parameter stands once, as a static constant. `Asked` has a property for each.
package protocol QuestionType: Sendable {
    associatedtype Answer: WireForm
    /// The type with the constants, if another one shares them.
    associatedtype Parameters = Self
    static var endpoint: Endpoint { get }
}

/// A question with the values of its parameters, by type, such as
/// `Asked<TripQuestion>(id: "T1") { $0.date = day }`.
@dynamicMemberLookup
package struct Asked<Kind: QuestionType>: Sendable {
    private var question: Question

    package init(_ question: Question) {
        self.question = question
    }

    package init(id: String? = nil, _ change: (inout Asked) -> Void = { _ in }) {
        question = Question(unchecked: Kind.endpoint.name, id: id)
        change(&self)
    }

    package var id: String? { question.id }

    package subscript<Value>(
        dynamicMember path: KeyPath<Kind.Parameters.Type, TypedParameter<Value>>
    ) -> Value {
        get { question[Kind.Parameters.self[keyPath: path]] }
        set { question[Kind.Parameters.self[keyPath: path]] = newValue }
    }

    package var cursor: String? {
        get { question.cursor }
        set { question[SharedParameters.cursor] = newValue }
    }

    /// Sets the number of rows of a page; does nothing where the kind has no such parameter.
    package mutating func setLimit(_ limit: Int) {
        if Kind.endpoint.parameter("limit") != nil { question.set("limit", limit.texts) }
    }

    package func has<Value>(
        _ path: KeyPath<Kind.Parameters.Type, TypedParameter<Value>>
    ) -> Bool {
        question.has(Kind.Parameters.self[keyPath: path].parameter.name)
    }

    /// The question, whose values are checked as those of a query are.
    package func checked() throws(APIFailure) -> Question {
        let query = Kind.endpoint.parameters.flatMap { parameter in
            question.list(parameter.name).map { (name: parameter.name, value: $0) }
        }
        return try Question(Kind.endpoint, id: id, query: query)
    }
}

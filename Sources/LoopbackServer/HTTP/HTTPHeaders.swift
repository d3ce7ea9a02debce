/// Header fields in order, with case-insensitive names (RFC 9110 §5.1).
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    private(set) var fields: [Field] = []

    package init() {}

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map(Field.init)
    }

    /// The first value of a name. Setting one replaces all fields of that name; setting `nil` removes them.
    package subscript(name: String) -> String? {
        get { values(of: name).first }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { append(name, newValue) }
        }
    }

    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    package func values(of name: String) -> [String] {
        let key = name.lowercased()
        return fields.filter { $0.name.lowercased() == key }.map(\.value)
    }

    /// Returns whether a comma-separated field such as `Connection` contains a token, ignoring case.
    package func list(_ name: String, contains token: String) -> Bool {
        values(of: name)
            .flatMap { $0.split(separator: ",") }
            .contains { $0.trimmingWhitespace().lowercased() == token.lowercased() }
    }
}

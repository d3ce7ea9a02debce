/// Header fields in the order they were given, looked up without regard to case (RFC 9110 §5.1).
struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    private(set) var fields: [Field] = []

    init() {}

    init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map(Field.init)
    }

    /// The first value of that name; setting one replaces all of that name, setting nil removes them.
    subscript(name: String) -> String? {
        get { values(of: name).first }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { append(name, newValue) }
        }
    }

    mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// Whether a comma-separated list field such as `Connection` holds a token, in any case.
    func list(_ name: String, contains token: String) -> Bool {
        values(of: name)
            .flatMap { $0.split(separator: ",") }
            .contains { $0.trimmingWhitespace().lowercased() == token.lowercased() }
    }
}

import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The parameter of a request that addresses a page of ``HTTPPages``.
///
/// A literal is the name of a parameter of the address's query.
public enum PageParameter: Sendable, Hashable, Codable {
    /// The parameter of the address's query with a name, which replaces one that the address has.
    case query(String)

    /// The member at a path of the request's body, which must be a JSON object; a step into an array is an
    /// index. It replaces an existing one; parent objects that are missing or null are added. The rest of the
    /// body does not change.
    case body(JSONPath)

    /// The field of the request's header with a name, which replaces one that the request has. Its value must
    /// be printable ASCII.
    case header(String)

    /// The name of the parameter, or its path.
    var name: String {
        switch self {
        case .query(let name), .header(let name): name
        case .body(let path): "\(path)"
        }
    }

    package var isInBody: Bool {
        if case .body = self { true } else { false }
    }

    var isInHeader: Bool {
        if case .header = self { true } else { false }
    }
}

extension PageParameter: ExpressibleByStringLiteral {
    /// Creates a parameter of the address's query from its name.
    public init(stringLiteral name: String) {
        self = .query(name)
    }
}

extension PageParameter: CustomStringConvertible {
    /// The name in quotes, and whether it is in the body or in the header.
    public var description: String {
        switch self {
        case .query(let name): "'\(name)'"
        case .body(let path): "\(path.quoted) of the request's body"
        case .header(let name): "header field '\(name)'"
        }
    }
}

// The first request of a list.
extension PageParameter {
    /// Returns the value in a request, as text; `nil` if it is missing, null, or no text or number.
    func value(at url: URL, _ body: Data?) -> String? {
        switch self {
        case .query(let name): url.queryValue(name)
        case .body(let path): Self.member(at: path, of: body)?.identifier?.description
        case .header: nil
        }
    }

    /// Returns the value in a request if it is a whole number, in the limits of `queryNumber(_:)`.
    func number(at url: URL, _ body: Data?) -> Int? {
        switch self {
        case .query(let name): url.queryNumber(name)
        case .body(let path):
            Self.member(at: path, of: body)?.integer.flatMap { URL.queryNumbers ~= $0 ? $0 : nil }
        case .header: nil
        }
    }

    private static func member(at path: JSONPath, of body: Data?) -> JSONText? {
        guard let text = body.flatMap({ try? JSONText($0) }) else { return nil }
        return (try? text.value(at: path)) ?? nil
    }
}

extension URLRequest {
    /// Sets a parameter.
    ///
    /// - Throws: If the body has no place for it, or a header field cannot have the value.
    mutating func set(_ parameter: PageParameter, to value: PageToken) throws(JSONMismatch) {
        switch parameter {
        case .query(let name): url = urlOrBlank.settingQuery(name, to: value.text)
        case .body(let path): httpBody = try Self.object(httpBody).setting(path, to: value.literal)
        case .header(let name):
            // A line break would begin a field of the server's choice.
            guard value.text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else {
                throw JSONMismatch("the cursor has characters that header field '\(name)' cannot have")
            }
            setValue(value.text, forHTTPHeaderField: name)
        }
    }

    /// Removes a parameter from the query; in the body it becomes null.
    mutating func remove(_ parameter: PageParameter) throws(JSONMismatch) {
        switch parameter {
        case .query(let name): url = urlOrBlank.removingQuery(name)
        case .body(let path):
            let object = try Self.object(httpBody)
            if object.hasMember(at: path) { httpBody = try object.setting(path, to: "null") }
        case .header(let name): setValue(nil, forHTTPHeaderField: name)
        }
    }

    /// Checks that a body has a place for a parameter.
    package static func checkBody(_ body: Data?, for parameter: PageParameter) throws(JSONMismatch) {
        guard case .body(let path) = parameter else { return }
        _ = try object(body).setting(path, to: "null")
    }

    private static func object(_ body: Data?) throws(JSONMismatch) -> JSONText {
        guard let body else { throw JSONMismatch("the request has no body") }
        guard let text = try? JSONText(body), text.kind == .object else {
            throw JSONMismatch("the request's body is not a JSON object")
        }
        return text
    }
}

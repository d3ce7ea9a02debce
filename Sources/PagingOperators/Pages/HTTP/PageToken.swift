import FluxLoading
import Foundation

/// A cursor or an identifier that a request sends. Tokens are equal if their texts are.
struct PageToken: Sendable, Codable {
    /// The token in a query.
    let text: String
    /// The token in a body if that is not the text, such as a number.
    private let json: String?

    init(_ text: String) {
        self.text = text
        json = nil
    }

    init(_ number: Int) {
        text = "\(number)"
        json = text
    }

    /// Makes a token of a text or number that was received; `nil` for other values, and for a text with a
    /// lone surrogate.
    init?(_ value: JSONText) {
        guard let identifier = value.identifier else { return nil }
        text = identifier.description
        json = value.kind == .number ? text : nil
    }

    /// Makes a token of any value that was received, for a body.
    init(literal value: JSONText) {
        text = value.withBytes { String(decoding: $0, as: UTF8.self) }
        json = text
    }

    /// The token as JSON.
    var literal: String { json ?? text.jsonLiteral }
}

extension PageToken: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

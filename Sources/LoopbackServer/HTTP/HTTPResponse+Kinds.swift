import Foundation

extension HTTPResponse {
    /// Returns a value as JSON with sorted keys in snake case, so that equal values have equal bytes.
    package static func json(status: Int = 200, _ value: some Encodable) -> Self {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(value) else {
            return .text(status: 500, "The response body could not be encoded as JSON")
        }
        return Self(status: status, headers: ["Content-Type": "application/json; charset=utf-8"], body: body)
    }

    /// Returns an error message in GitHub's form: `{"message": …}`.
    package static func failure(status: Int, message: String) -> Self {
        .json(status: status, ["message": message])
    }

    package static func png(_ bytes: Data) -> Self {
        Self(headers: ["Content-Type": "image/png"], body: bytes)
    }

    package static func text(status: Int = 200, _ text: String) -> Self {
        Self(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
    }

    package static func html(status: Int = 200, _ text: String) -> Self {
        Self(status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: Data(text.utf8))
    }
}

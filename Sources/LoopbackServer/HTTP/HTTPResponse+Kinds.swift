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

    /// Returns JSON text as it is, valid or not.
    package static func json(status: Int = 200, text: String) -> Self {
        Self(
            status: status, headers: ["Content-Type": "application/json; charset=utf-8"],
            body: Data(text.utf8))
    }

    /// Returns a redirection.
    ///
    /// - Parameters:
    ///   - status: 301, 302, 303, 307 or 308.
    ///   - location: The value of `Location` as it is sent; `nil` for none.
    package static func redirect(status: Int = 302, to location: String?) -> Self {
        var response = html(status: status, "<p>Moved</p>")
        response.headers["Location"] = location
        return response
    }

    /// Returns a refusal with status 429.
    ///
    /// - Parameter wait: The value of `Retry-After` as it is sent; `nil` for none.
    package static func tooManyRequests(retryAfter wait: String?) -> Self {
        var response = failure(status: 429, message: "API rate limit exceeded")
        response.headers["Retry-After"] = wait
        return response
    }
}

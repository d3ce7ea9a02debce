import Foundation

/// Finds the server's own message in the body of an error response.
package enum ServerMessage {
    /// The number of bytes of a body that are read for it.
    static let maximumBytes = 16 * 1024

    private static let maximumLength = 200

    /// Returns the text at `message`, `detail` or `error` and the like of a JSON body, or the first line of a
    /// text, cut to one line of 200 characters without control characters.
    static func text(in body: Data) -> String? {
        guard let json = try? JSONText(body) else { return line(of: body) }
        return text(in: json).flatMap { line($0) }
    }

    /// Returns the message of a body that describes a failure: it has a non-empty field for an error, or a
    /// field that reports a failed request.
    package static func ofFailure(in json: JSONText) -> String? {
        guard json.kind == .object else { return nil }
        let error = ["error", "errors"].lazy.compactMap { json[$0] }.first { $0.describesFailure }
        let hasFailed = ["ok", "success"].contains { json[$0]?.boolean == false }
        guard error != nil || hasFailed else { return nil }
        return error.flatMap { text(in: $0, isError: true) }.flatMap { line($0) } ?? text(in: json).flatMap {
            line($0)
        }
            ?? "the request has failed"
    }

    /// - Parameter isError: Whether the value is that of a field for errors, where all text is about them.
    ///   Elsewhere an array may be a list of items, and a title that of one of them.
    private static func text(in json: JSONText, isError: Bool = false) -> String? {
        switch json.kind {
        case .string: json.string.flatMap { $0.isEmpty ? nil : $0 }
        case .array: json.elements.first.flatMap { text(in: $0, isError: isError) }
        case .object: member(of: json, isError)
        case .null, .boolean, .number: nil
        }
    }

    private static func member(of json: JSONText, _ isError: Bool) -> String? {
        // RFC 9457
        let isProblem = isError || ["status", "type", "detail"].contains { json[$0] != nil }
        for name in ["message", "detail", "error_description", "error", "title", "reason", "errors", "msg"] {
            let isOfErrors = ["error", "errors"].contains(name)
            guard isProblem || !["title", "reason"].contains(name), let value = json[name],
                let text = text(in: value, isError: isError || isOfErrors)
            else { continue }
            return text
        }
        return nil
    }

    private static func line(of body: Data) -> String? {
        let text = String(decoding: body, as: UTF8.self)
        if let title = text.firstMatch(of: /(?i)<title[^<>]*>([^<]*)/) { return line(String(title.1)) }
        return text.drop { $0.isWhitespace }.first == "<" ? nil : line(text)
    }

    private static func line(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isNewline).lazy
            .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty }
        guard let line else { return nil }
        let scalars = line.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        let plain = String(String.UnicodeScalarView(scalars))
        return plain.count <= maximumLength ? plain : plain.prefix(maximumLength - 1) + "…"
    }
}

extension JSONText {
    /// Whether the value of a field for errors is one.
    fileprivate var describesFailure: Bool {
        switch kind {
        case .null: false
        case .boolean: boolean == true
        case .number: integer != 0
        case .string: string != ""
        case .array: !elements.isEmpty
        case .object: !members.isEmpty
        }
    }
}

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension DataLoading {
    /// Loads and decodes the JSON at a URL. The same as ``decode(_:for:with:)`` with a plain request.
    ///
    /// - Parameters:
    ///   - type: The type of the body.
    ///   - url: The URL to load.
    ///   - decoder: Decodes the body.
    /// - Returns: The decoded body.
    /// - Throws: Why the load failed.
    public func decode<Body: Decodable>(
        _ type: Body.Type = Body.self, from url: URL, with decoder: JSONDecoder = JSONDecoder()
    ) async throws(LoadingError) -> Body {
        try await decode(type, for: URLRequest(url: url), with: decoder)
    }

    /// Loads and decodes JSON.
    ///
    /// ```swift
    /// let users = try await loader.decode([User].self, from: address)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the body.
    ///   - request: The request to load.
    ///   - decoder: Decodes the body.
    /// - Returns: The decoded body.
    /// - Throws: Why the load failed; ``LoadingError/Reason/undecodable(path:description:)`` with the path of
    ///   the value in question if the body is not the JSON of the type; ``LoadingError/Reason/cancelled``, at
    ///   once, when the calling task is cancelled, which also cancels the load.
    public func decode<Body: Decodable>(
        _ type: Body.Type = Body.self, for request: URLRequest, with decoder: JSONDecoder = JSONDecoder()
    ) async throws(LoadingError) -> Body {
        let (data, _) = try await body(for: request)
        do {
            return try decoder.decode(type, from: data)
        } catch {
            let reason = error.namesNoPlace ? refusal(of: data, as: type, with: decoder) : nil
            throw LoadingError(url: request.urlOrBlank, reason: reason ?? .undecodable(error))
        }
    }
}

/// Returns why a decoder refuses JSON, if the decoder itself does not say where; `nil` if the data is not
/// JSON.
private func refusal<Body: Decodable>(
    of data: Data, as type: Body.Type, with decoder: JSONDecoder
) -> LoadingError.Reason? {
    guard let text = try? JSONText(data) else { return nil }
    let found = RefusedValue.find(in: text, at: "") { data in
        do {
            _ = try decoder.decode(type, from: data)
            return false
        } catch {
            return error.namesNoPlace
        }
    }
    return found.map { .undecodable(path: $0.path, description: $0.description) }
}

extension LoadingError.Reason {
    /// Returns the reason for an error of a decoder: the path of the value in question, and what is wrong
    /// with it.
    public static func undecodable(_ error: any Error) -> Self {
        undecodable(error, indexOffset: 0)
    }

    /// The reason that an error of decoding a part of an array gives.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - indexOffset: The number of elements before the part.
    package static func undecodable(_ error: any Error, indexOffset: Int) -> Self {
        guard let error = error as? DecodingError else {
            return .undecodable(path: "", description: "\(error)".onOneLine)
        }
        return .undecodable(path: error.path(indexOffset: indexOffset), description: error.summary)
    }
}

extension DecodingError {
    private var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// The place of the value in question, such as `users[3].login`.
    fileprivate func path(indexOffset: Int) -> String {
        (context?.codingPath ?? []).reduce("") { path, key in
            if let index = key.intValue { return path + "[\(path.isEmpty ? index + indexOffset : index)]" }
            return path.isEmpty ? key.stringValue : path + "." + key.stringValue
        }
    }

    fileprivate var summary: String {
        switch self {
        case .keyNotFound(let key, _): "the JSON has no '\(key.stringValue)'"
        case .typeMismatch(let type, _): "expected \(Self.name(of: type))"
        case .valueNotFound(let type, _): "expected \(Self.name(of: type)), found null"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "the body is not JSON"
        default: (context?.debugDescription ?? "unexpected value").onOneLine.trimmingCharacters(in: ["."])
        }
    }

    /// The JSON value that a type is decoded from.
    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "a Boolean"
        case is any Numeric.Type: "a number"
        case is [String: Any].Type: "an object"
        case is [Any].Type: "an array"
        default: "\(type)"
        }
    }
}

/// Why bytes are not a valid request. The server responds with 400 and closes the connection.
package enum HTTPParseError: Error, Equatable, CustomStringConvertible {
    case headTooLarge
    case malformedRequestLine
    case malformedTarget
    case unsupportedVersion
    case malformedHeader
    case missingHost
    case malformedBodyLength
    case bodyTooLarge

    package var description: String {
        switch self {
        case .headTooLarge: "the request head is larger than \(HTTPRequestParser.maximumHeadSize) bytes"
        case .malformedRequestLine: "the request line is malformed"
        case .malformedTarget: "the request target is malformed"
        case .unsupportedVersion: "unsupported HTTP version; use HTTP/1.0 or HTTP/1.1"
        case .malformedHeader: "a header field is malformed"
        case .missingHost: "exactly one Host field is required"
        case .bodyTooLarge: "the request body is larger than \(HTTPRequestParser.maximumBodySize) bytes"
        case .malformedBodyLength: "the body length is malformed or unsupported"
        }
    }
}

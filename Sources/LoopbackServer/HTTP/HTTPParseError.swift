/// Why the bytes of a connection are not a request; the server answers 400 and closes.
package enum HTTPParseError: Error, Equatable, CustomStringConvertible {
    case headTooLarge
    case malformedRequestLine
    case malformedTarget
    case unsupportedVersion
    case malformedHeader
    case missingHost
    case malformedBodyLength

    package var description: String {
        switch self {
        case .headTooLarge: "the request head is larger than \(HTTPRequestParser.maximumHeadSize) bytes"
        case .malformedRequestLine: "the request line is malformed"
        case .malformedTarget: "the request target is malformed"
        case .unsupportedVersion: "only HTTP/1.0 and HTTP/1.1 are understood"
        case .malformedHeader: "a header field is malformed"
        case .missingHost: "exactly one Host field is needed"
        case .malformedBodyLength: "the length of the body cannot be told"
        }
    }
}

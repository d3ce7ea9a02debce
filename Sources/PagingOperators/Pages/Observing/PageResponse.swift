/// The parts of a response to a request for a page that logs show: see ``PageEvent/Kind/responded(_:)``.
public struct PageResponse: Sendable, Hashable {
    /// The origin of a response.
    public enum Origin: Sendable, Hashable {
        /// The server of the address.
        case network

        /// A cache between the server and this program, which had the response for a time: that of the header
        /// field `Age` (RFC 9111 §5.1).
        case cache(age: Duration)

        /// A file, or the address itself.
        case local
    }

    /// The address of the response after redirects, without user name and password. The values of parameters
    /// with the name of a secret, such as `access_token`, are replaced by an ellipsis.
    public let address: String

    /// The HTTP status; `nil` for a file.
    public let status: Int?

    /// The number of bytes of the body that were received. Of the body of an error status, only the beginning
    /// is received, for its message.
    public let bytes: Int

    /// The time from the request to the head of the response; `nil` for an error status that a data loader of
    /// your own reports as a failure.
    public let timeToResponse: Duration?

    /// The time from the request to the end of the body.
    public let duration: Duration

    /// The origin of the response.
    public let origin: Origin

    package init(
        address: String, status: Int?, bytes: Int, timeToResponse: Duration?, duration: Duration,
        origin: Origin
    ) {
        self.address = address
        self.status = status
        self.bytes = bytes
        self.timeToResponse = timeToResponse
        self.duration = duration
        self.origin = origin
    }
}

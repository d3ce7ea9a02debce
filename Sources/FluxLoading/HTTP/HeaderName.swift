/// The names of header fields, in lower case.
package enum HeaderName {
    /// The names of fields that describe the client or the connection: a server selects nothing by them, as
    /// far as is known without the response.
    package static let selectingNothing: Set<String> = [
        "accept-encoding", "baggage", "cache-control", "connection", "dnt", "keep-alive", "pragma",
        "priority",
        "referer", "traceparent", "tracestate", "user-agent", "x-correlation-id", "x-request-id",
    ]
}

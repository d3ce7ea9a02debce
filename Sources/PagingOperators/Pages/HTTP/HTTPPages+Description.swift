import FluxLoading

extension HTTPPages: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and URL of the first page, without user name, password, and tokens in its query.
    public var description: String { "\(request.httpMethod ?? "GET") \(home.redacted)" }

    public var debugDescription: String { description }

    /// A mirror without the header fields, which may have credentials.
    public var customMirror: Mirror { Mirror(self, children: ["first": description]) }
}

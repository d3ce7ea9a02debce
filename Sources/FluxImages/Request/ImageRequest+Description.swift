extension ImageRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The beginning of the URL, without user name, password, and tokens in its query, and the variant.
    public var description: String {
        let address = url.redacted
        // A data URL contains the image.
        let text = address.utf8.count > 300 ? "\(address.prefix(300))…" : address
        return variant.map { "\(text) (\($0.name))" } ?? text
    }

    public var debugDescription: String { description }

    /// A mirror without the header fields and the identity, which may have credentials.
    public var customMirror: Mirror { Mirror(self, children: ["image": description]) }
}

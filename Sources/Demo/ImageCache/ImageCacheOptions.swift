/// Options for keeping images in a folder between runs.
struct ImageCacheOptions: Equatable {
    static let help = """
        Options for images:

          --image-cache DIR store images in a folder between runs; the last line counts
                            them by source
          --image-cache-size MB
                            the size of the folder, in millions of bytes (150)
          --image-cache-expiry S
                            the time in seconds after which a stored image is loaded
                            again (none)
        """

    private static let names: Set = ["--image-cache", "--image-cache-size", "--image-cache-expiry"]

    private(set) var folder: String?
    private(set) var megabytes = 150
    private(set) var expiry: Int?
    /// An option that was given without `--image-cache`.
    private var dependent: String?

    /// Reads the value of an option.
    ///
    /// - Returns: `false` if it is not an option for images.
    mutating func read(_ option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> Bool {
        guard Self.names.contains(option) else { return false }
        switch option {
        case "--image-cache-size":
            megabytes = try Options.number(after: option, from: 1, to: Options.largest, &rest)
            dependent = option
        case "--image-cache-expiry":
            expiry = try Options.number(after: option, from: 0, to: Options.largest, &rest)
            dependent = option
        default:
            let path = try Options.value(after: option, &rest)
            guard !path.isEmpty else { throw UsageError("\(option) takes the path of a folder, not ''") }
            folder = path
        }
        return true
    }

    /// Rejects options that require others.
    func check() throws(UsageError) {
        if folder == nil, let dependent { throw UsageError("\(dependent) requires --image-cache") }
    }
}

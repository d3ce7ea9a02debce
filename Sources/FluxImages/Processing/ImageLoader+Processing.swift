extension ImageLoader {
    /// Applies the processors that a request names.
    func process(_ decoded: Image, for request: ImageRequest) throws -> Image {
        try request.processing.reduce(decoded) { image, name in
            guard let processor = configuration.processors[name] else { throw UnknownProcessor(name: name) }
            return try processor(image, request)
        }
    }
}

/// A request names a processor that the loader does not have.
private struct UnknownProcessor: Error, CustomStringConvertible {
    let name: String

    var description: String { "the loader has no processor named '\(name)'" }
}

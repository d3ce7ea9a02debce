import Foundation

/// Works on the images of a loader for code that does not depend on their type, which has them as states.
protocol ImageOperations: AnyObject, Sendable {
    /// Whether the decoder makes previews.
    var makesPreviews: Bool { get }

    /// Decodes an image.
    ///
    /// - Parameter origin: Where the bytes come from.
    func decode(_ data: Data, for request: ImageRequest, from origin: ImageOrigin) throws -> AnyImageState

    /// Decodes what has arrived of an image; `nil` if it is too little.
    func preview(_ data: Data, for request: ImageRequest) -> AnyImageState?

    /// Applies the processors that a request names to an image.
    func process(_ image: AnyImageState, for request: ImageRequest) throws -> AnyImageState

    /// Encodes an image that was decoded for a variant; `nil` if it is not to be stored.
    func encode(_ image: AnyImageState, for request: ImageRequest) -> Data?

    /// The state of an image that failed to load.
    func failed(_ error: ImageError) -> AnyImageState

    /// Returns an image in memory, and marks it as the most recently used.
    func cached(_ request: ImageRequest) -> AnyImageState?

    /// Puts an image in memory.
    func store(_ image: AnyImageState, for request: ImageRequest, cost: Int)

    /// Removes an image from memory.
    func removeCachedImage(for request: ImageRequest)

    /// The cost of an image in memory, which was made of bytes.
    func cost(of image: AnyImageState, for request: ImageRequest, from bytes: ImageBytes) -> Int

    /// Rows show the image of one request for another one: in memory it counts for that, too.
    func share(_ request: ImageRequest, with other: ImageRequest)
}

extension ImageOperations {
    /// The image in memory that a request processes: the one that was decoded for the same variant.
    func imageToProcess(for request: ImageRequest) -> AnyImageState? {
        if request.processing.isEmpty || !request.mayBeInMemory { return nil }
        return cached(request.unprocessed)
    }
}

extension ImageLoader: ImageOperations {
    var makesPreviews: Bool { decoder.makesPreviews }

    func decode(_ data: Data, for request: ImageRequest, from origin: ImageOrigin) throws -> AnyImageState {
        TypedImageState(.loaded(try decoder.decode(data, for: request), from: origin))
    }

    func preview(_ data: Data, for request: ImageRequest) -> AnyImageState? {
        decoder.preview(data, for: request).map { TypedImageState(.idle(placeholder: $0)) }
    }

    func process(_ image: AnyImageState, for request: ImageRequest) throws -> AnyImageState {
        guard case .loaded(let decoded, let origin) = image.typed(Image.self) else { return image }
        let processed = try request.processing.reduce(decoded) { image, name in
            guard let processor = configuration.processors[name] else { throw UnknownProcessor(name: name) }
            return try processor(image, request)
        }
        return TypedImageState(.loaded(processed, from: origin))
    }

    func encode(_ image: AnyImageState, for request: ImageRequest) -> Data? {
        image.typed(Image.self).image.flatMap { configuration.encodeVariant?($0, request) }
    }

    func failed(_ error: ImageError) -> AnyImageState {
        TypedImageState(ImageState<Image>.failed(error, fallback: configuration.fallback))
    }

    func cached(_ request: ImageRequest) -> AnyImageState? {
        if ownCache?.hasImage(for: request) == false { return nil }
        return cachedImage(for: request).map { TypedImageState(.loaded($0, from: .memory)) }
    }

    func store(_ image: AnyImageState, for request: ImageRequest, cost: Int) {
        guard case .loaded(let image, _) = image.typed(Image.self) else { return }
        cache.store(image, for: request, cost: cost)
    }

    func cost(of image: AnyImageState, for request: ImageRequest, from bytes: ImageBytes) -> Int {
        guard case .loaded(let image, _) = image.typed(Image.self) else { return 0 }
        // Of an image that was in memory there are no bytes.
        let known = bytes.image == nil ? nil : ownCache?.lastCost(of: request.unprocessed)
        return decoder.cost(of: image) ?? known ?? cost(of: image, from: bytes.data)
    }

    /// The cost of an image in memory.
    ///
    /// - Parameter data: The bytes that it was decoded from, if there are any.
    func cost(of image: Image, from data: Data?) -> Int {
        if let cost = decoder.cost(of: image) { return cost }
        let cost = configuration.cost(image, data ?? Data())
        return cost == 0 && data?.isEmpty ?? true ? ownCache?.averageCost ?? 0 : cost
    }

    func share(_ request: ImageRequest, with other: ImageRequest) { ownCache?.share(request, with: other) }
}

/// A request names a processor that the loader does not have.
private struct UnknownProcessor: Error, CustomStringConvertible {
    let name: String

    var description: String { "the loader has no processor named '\(name)'" }
}

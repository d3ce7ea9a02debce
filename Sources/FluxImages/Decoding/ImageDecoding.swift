import Foundation

/// Decodes images from bytes.
///
/// A loader that is made with a closure has a decoder that calls it. Conform a type of your own to show a
/// preview of an image whose bytes have arrived in part, or to compute the cost of an image in memory:
///
/// ```swift
/// /// Decodes the first rows of a bitmap while the others are loaded.
/// struct RowDecoder: ImageDecoding {
///     func decode(_ data: Data, for request: ImageRequest) throws -> Bitmap {
///         try Bitmap(png: data, variant: request.variant)
///     }
///
///     var makesPreviews: Bool { true }
///
///     func preview(_ data: Data, for request: ImageRequest) -> Bitmap? {
///         try? Bitmap(png: data)
///     }
///
///     func cost(of bitmap: Bitmap) -> Int? { bitmap.byteCount }
/// }
/// ```
///
/// A loader calls a decoder on its ``ImageLoader/Configuration/decodeScheduler``, possibly on several threads
/// at once.
public protocol ImageDecoding<Image>: Sendable {
    /// The type of the images.
    associatedtype Image: Sendable

    /// Decodes an image.
    ///
    /// - Parameters:
    ///   - data: The bytes of a complete body.
    ///   - request: The request, whose variant the image is to have.
    /// - Throws: Any error, which is reported as ``ImageError/notDecodable(_:description:)``.
    func decode(_ data: Data, for request: ImageRequest) throws -> Image

    /// Whether ``preview(_:for:)`` is to be called. `false` by default.
    var makesPreviews: Bool { get }

    /// Decodes what has arrived of an image.
    ///
    /// Called while an image is loaded, each time twice as many bytes have arrived, once for each variant
    /// that is shown, and one at a time for each fetch. Views show it in place of their placeholder, also
    /// those that request the image later.
    ///
    /// - Parameters:
    ///   - data: The first bytes of the body.
    ///   - request: The request, whose variant the preview is to have. A preview is not processed.
    /// - Returns: The preview; `nil`, as by default, if too little has arrived.
    func preview(_ data: Data, for request: ImageRequest) -> Image?

    /// Returns the cost of an image in memory: its decoded bytes.
    ///
    /// - Parameter image: An image that was decoded, and perhaps processed.
    /// - Returns: The cost; `nil`, as by default, if ``ImageLoader/Configuration/cost`` is to compute it.
    func cost(of image: Image) -> Int?
}

extension ImageDecoding {
    public var makesPreviews: Bool { false }

    public func preview(_ data: Data, for request: ImageRequest) -> Image? { nil }

    public func cost(of image: Image) -> Int? { nil }
}

/// Decodes with a closure.
struct ClosureDecoder<Image: Sendable>: ImageDecoding {
    let body: @Sendable (Data, ImageRequest) throws -> Image

    func decode(_ data: Data, for request: ImageRequest) throws -> Image { try body(data, request) }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type that encodes a whole value as data, or as another output.
///
/// Operators call it on the thread that delivers the value.
public protocol TopLevelEncoder<Output>: Sendable {
    /// The type that values are encoded to.
    associatedtype Output: Sendable

    /// Encodes a value.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A type that decodes a whole value from data, or from another input.
///
/// Operators call it on the thread that delivers the input.
public protocol TopLevelDecoder<Input>: Sendable {
    /// The type that values are decoded from.
    associatedtype Input: Sendable

    /// Decodes a value.
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Something that turns a value into data, or into another output, as a whole.
///
/// It is used on whatever thread delivers the value.
public protocol TopLevelEncoder<Output>: Sendable {
    /// What values are encoded to.
    associatedtype Output: Sendable

    /// Encodes a value.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Something that turns data, or another input, into a value as a whole.
///
/// It is used on whatever thread delivers the input.
public protocol TopLevelDecoder<Input>: Sendable {
    /// What values are decoded from.
    associatedtype Input: Sendable

    /// Decodes a value.
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}

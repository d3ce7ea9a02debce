import Foundation

/// A secret in the address of a page that cannot be left out, because nothing would add it again.
struct UnstorableSecret: Error, CustomStringConvertible {
    /// The name of the parameter.
    let name: String

    var description: String {
        "the address of a page has a secret '\(name)' that the address of the list does not have; secrets are not stored"
    }
}

extension UnstorableSecret {
    /// Fails if an address in a key of any type has a secret.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - encoder: Encodes them.
    static func check(_ keys: [some Encodable], with encoder: JSONEncoder) throws {
        if keys is [Int] || keys is [HTTPPageKey] || keys.isEmpty { return }
        let value = try JSONSerialization.jsonObject(with: encoder.encode(keys))
        if let name = nameOfSecret(in: value) { throw Self(name: name) }
    }

    private static func nameOfSecret(in value: Any) -> String? {
        switch value {
        case let text as String: text.nameOfSecret
        case let values as [Any]: values.lazy.compactMap { nameOfSecret(in: $0) }.first
        case let values as [String: Any]: values.values.lazy.compactMap { nameOfSecret(in: $0) }.first
        default: nil
        }
    }
}

import Synchronization

/// A unique identifier of a subscription or a subscriber, as Combine has it.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    // Of 64 bits on every system, so that no number is given twice.
    private static let last = Atomic<UInt64>(0)

    private enum Value: Hashable, Sendable {
        case number(UInt64)
        case object(ObjectIdentifier)
    }

    private let value: Value

    /// Creates an identifier that is different from all others.
    public init() {
        value = .number(Self.last.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Creates the identifier of an object: two are equal if they are of the same object.
    ///
    /// - Parameter object: The object, which is not retained.
    public init(_ object: AnyObject) {
        value = .object(ObjectIdentifier(object))
    }

    /// The identifier as a hexadecimal number.
    public var description: String {
        switch value {
        case .number(let number): "0x" + String(number, radix: 16)
        case .object(let object): "0x" + String(UInt(bitPattern: object), radix: 16)
        }
    }
}

/// A type with an identifier. Classes have one without further code.
public protocol CustomCombineIdentifierConvertible {
    /// The unique identifier.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

extension AnySubscriber: CustomCombineIdentifierConvertible {
    /// The identifier of the subscriber that it wraps, as that returns it, if it has one; else one that all
    /// copies of this subscriber share.
    public var combineIdentifier: CombineIdentifier {
        (box as? any IdentifiedBox)?.baseIdentifier ?? CombineIdentifier(box)
    }
}

/// An erased subscriber that may have an identifier.
private protocol IdentifiedBox {
    var baseIdentifier: CombineIdentifier? { get }
}

extension SubscriberBox: IdentifiedBox {
    fileprivate var baseIdentifier: CombineIdentifier? {
        (base as? any CustomCombineIdentifierConvertible)?.combineIdentifier
    }
}

extension Subscribers.Sink: CustomCombineIdentifierConvertible {}
extension Subscribers.Assign: CustomCombineIdentifierConvertible {}

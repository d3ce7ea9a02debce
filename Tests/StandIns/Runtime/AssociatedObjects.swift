import Foundation
import Synchronization

// The part of the Objective-C runtime that Foundation exports.

// The names are Apple's.
// swift-format-ignore
public enum objc_AssociationPolicy: UInt, Sendable {
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
}

private struct Association: Hashable {
    let object: ObjectIdentifier
    let key: UInt
}

private struct Values: @unchecked Sendable {
    // Sendable: accessed by the owners of the objects only.
    var values: [Association: Any] = [:]
}

private let associations = Mutex(Values())

public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    let association = Association(
        object: ObjectIdentifier(object as AnyObject), key: UInt(bitPattern: key))
    let values = Values(values: value.map { [association: $0] } ?? [:])
    associations.withLock { $0.values[association] = values.values[association] }
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    let association = Association(
        object: ObjectIdentifier(object as AnyObject), key: UInt(bitPattern: key))
    let found = associations.withLock { all in
        Values(values: all.values[association].map { [association: $0] } ?? [:])
    }
    return found.values[association]
}

/// Releases the objects that are associated with one that is released.
func removeAssociatedObjects(of object: ObjectIdentifier) {
    let removed = associations.withLock { all in
        let removed = all.values.filter { $0.key.object == object }
        for key in removed.keys { all.values.removeValue(forKey: key) }
        return Values(values: removed)
    }
    withExtendedLifetime(removed) {}
}

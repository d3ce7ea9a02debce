/// An object for closures to capture, to observe their release.
package final class Token: Sendable {
    private let onDeinit: @Sendable () -> Void

    package init(onDeinit: @escaping @Sendable () -> Void = {}) {
        self.onDeinit = onDeinit
    }

    deinit {
        onDeinit()
    }

    /// Returns its argument. Closures call it to capture the token.
    package func pass<T>(_ value: T) -> T { value }
}

/// A weak reference that closures may capture.
package final class Weak<Object: AnyObject & Sendable>: Sendable {
    private let reference: WeakReference<Object>

    package init(_ object: Object) {
        reference = WeakReference(object)
    }

    package var object: Object? { reference.object }
}

private final class WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
    // Sendable: written once; weak loads are atomic.
    private(set) weak var object: Object?

    init(_ object: Object) {
        self.object = object
    }
}

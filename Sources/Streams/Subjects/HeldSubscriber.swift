/// Memory that holds a subscriber of any type, a small one in place.
///
/// A variable of the subscriber's type would be copied for a call, which retains all of its closures for each
/// value, and metadata would be looked up to release it.
@usableFromInline
struct HeldSubscriber: ~Copyable {
    /// A subscriber, as a value that is not copied.
    @usableFromInline
    struct Content<Base: Subscriber>: ~Copyable {
        @usableFromInline let base: Base

        @export(implementation)
        init(_ base: Base) {
            self.base = base
        }
    }

    @usableFromInline typealias Words = (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt)

    /// The subscriber, or the address of one that is larger.
    @usableFromInline var words: Words = (0, 0, 0, 0, 0, 0, 0, 0)
    @usableFromInline var isHeld = false

    @export(implementation) @inline(__always)
    init() {}

    /// Takes a subscriber. To be called once.
    @export(implementation) @inline(__always)
    mutating func hold<S: Subscriber>(_ subscriber: __owned S) {
        if !Self.isSmall(S.self) {
            words.0 = UInt(bitPattern: UnsafeMutablePointer<Content<S>>.allocate(capacity: 1))
        }
        withPointer(to: S.self) { $0.initialize(to: Content(subscriber)) }
        isHeld = true
    }

    /// Calls a closure with the subscriber, unless it was released.
    @export(implementation) @inline(__always)
    mutating func with<S: Subscriber>(_ type: S.Type, _ body: (borrowing Content<S>) -> Void) {
        if isHeld { withPointer(to: type) { body($0.pointee) } }
    }

    /// Releases the subscriber, unless that is done.
    @export(implementation) @inline(__always)
    mutating func release<S: Subscriber>(_ type: S.Type) {
        guard isHeld else { return }
        isHeld = false
        withPointer(to: type) { pointer in
            pointer.deinitialize(count: 1)
            if !Self.isSmall(type) { pointer.deallocate() }
        }
    }

    @export(implementation) @inline(__always)
    static func isSmall<S: Subscriber>(_ type: S.Type) -> Bool {
        MemoryLayout<S>.size <= MemoryLayout<Words>.size
            && MemoryLayout<S>.alignment <= MemoryLayout<Words>.alignment
    }

    @export(implementation) @inline(__always)
    mutating func withPointer<S: Subscriber>(
        to type: S.Type, _ body: (UnsafeMutablePointer<Content<S>>) -> Void
    ) {
        if Self.isSmall(type) {
            withUnsafeMutableBytes(of: &words) {
                body($0.baseAddress!.assumingMemoryBound(to: Content<S>.self))
            }
        } else {
            body(UnsafeMutablePointer(bitPattern: words.0)!)
        }
    }
}

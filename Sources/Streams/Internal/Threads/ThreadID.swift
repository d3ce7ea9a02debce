#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Identifies the calling thread among the running threads by an even number other than zero.
@usableFromInline
enum ThreadID {
    @export(implementation) @inline(__always)
    static var current: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}

/// Identifies the calling thread, without the call of a function that ``ThreadID`` needs, by an even number
/// other than zero: an address on its stack. It is lower further down the same stack.
@usableFromInline
enum StackAddress {
    @export(implementation) @inline(__always)
    static var current: UInt {
        var word: UInt = 0
        return _withUnprotectedUnsafeMutablePointer(to: &word) { UInt(bitPattern: $0) }
    }
}

import Foundation

/// The checksum of a cache file, as fast as memory. It detects damage, not forgery.
///
/// Fletcher's sums, as in the file system ZFS, over eight lanes of 64 bits, which the processor adds at the
/// same time; their result and what remains of the bytes are hashed by ``XXHash64``.
package enum DiskChecksum {
    private typealias Lanes = SIMD8<UInt64>

    /// Returns the checksum of bytes.
    ///
    /// - Parameter seed: The checksum of bytes before these, to continue it; or zero.
    static func sum(of bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        let width = MemoryLayout<Lanes>.size
        var sums = Lanes(repeating: 0)
        var sumsOfSums = Lanes(repeating: 0)
        let end = bytes.count - bytes.count % width
        for offset in stride(from: 0, to: end, by: width) {
            sums &+= bytes.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
            sumsOfSums &+= sums
        }
        let start = withUnsafeBytes(of: sums) { XXHash64.hash($0, seed: seed) }
        let middle = withUnsafeBytes(of: sumsOfSums) { XXHash64.hash($0, seed: start) }
        return XXHash64.hash(UnsafeRawBufferPointer(rebasing: bytes[end...]), seed: middle)
    }

    /// Returns the number and the checksum of bytes, as text.
    package static func text(of data: Data) -> String {
        "\(data.count)-\(String(data.withUnsafeBytes { sum(of: $0) }, radix: 16))"
    }
}

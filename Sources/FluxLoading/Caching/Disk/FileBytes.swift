import Foundation

/// The bytes of a file in memory, of which a part becomes `Data` without a copy.
struct FileBytes: ~Copyable {
    /// The time of the file's last use.
    let used: Date
    private let memory: UnsafeMutableRawPointer
    private let count: Int

    /// Allocates memory and fills it.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes to allocate.
    ///   - used: The time of the file's last use.
    ///   - fill: Initializes the first bytes, and returns their number.
    init<E: Error>(
        capacity: Int, used: Date, fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) {
        // Aligned to cache lines, which systems copy files to faster.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, capacity), alignment: 64)
        do throws(E) {
            count = try fill(UnsafeMutableRawBufferPointer(start: memory, count: capacity))
        } catch {
            memory.deallocate()
            throw error
        }
        self.memory = memory
        self.used = used
    }

    /// Makes a copy of bytes.
    init(_ bytes: some Collection<UInt8>) {
        self.init(capacity: bytes.count, used: .distantPast) { buffer in
            buffer.copyBytes(from: bytes)
            return bytes.count
        }
    }

    deinit {
        memory.deallocate()
    }

    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// Returns the bytes from an offset to the end. The memory is released with the data.
    consuming func takeData(from offset: Int) -> Data {
        let (memory, count) = (memory, count)
        discard self
        return Data(
            bytesNoCopy: memory + offset, count: count - offset,
            deallocator: .custom { bytes, _ in (bytes - offset).deallocate() })
    }
}

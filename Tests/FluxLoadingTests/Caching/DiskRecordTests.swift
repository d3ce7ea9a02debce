import Foundation
import TestSupport
import Testing

@testable import FluxLoading

struct DiskRecordTests {
    private func bytes(of record: DiskRecord) -> [UInt8] { record.makeHead() + record.entry.data }

    private let record = DiskRecord(
        key: "https://example.org/ä?size=2",
        entry: CacheEntry(
            data: Data((0..<77).map { $0 }), metadata: ["ETag": "\"1\"", "": "empty", "a": ""]),
        stored: Date(timeIntervalSince1970: 1234.5))

    @Test func recordIsReadAsItWasWritten() {
        let bytes = bytes(of: record)
        #expect(bytes.count == record.byteCount)
        let read = DiskRecord(FileBytes(bytes))
        #expect(read == record)
        #expect(read?.entry.data.startIndex == 0)
    }

    @Test(arguments: [0, 1, 8, 15, 100_000])
    func dataOfAnyLengthIsRead(count: Int) {
        let record = DiskRecord(
            key: "", entry: CacheEntry(data: Data(repeating: 7, count: count)), stored: .distantPast)
        #expect(DiskRecord(FileBytes(bytes(of: record))) == record)
    }

    @Test func recordCutAnywhereIsNotRead() {
        let bytes = bytes(of: record)
        for count in bytes.indices { #expect(DiskRecord(FileBytes(bytes.prefix(count))) == nil, "\(count)") }
        #expect(DiskRecord(FileBytes(bytes + [0])) == nil)
    }

    @Test func recordWithAnyByteChangedIsNotRead() {
        let bytes = bytes(of: record)
        for index in bytes.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                var changed = bytes
                changed[index] ^= change
                #expect(DiskRecord(FileBytes(changed)) == nil, "\(index)")
            }
        }
    }

    @Test func recordOfAnotherVersionIsNotRead() {
        var bytes = bytes(of: record)
        bytes[7] = 2
        #expect(DiskRecord(FileBytes(bytes)) == nil)
    }

    @Test func randomBytesAreNotRead() {
        Seeds.forEach(200) { random in
            var bytes = Array("FluxDC".utf8) + [0, 1]
            bytes += (0..<random.number(below: 200)).map { _ in
                random.chance(50) ? 0 : UInt8(random.number(below: 256))
            }
            guard DiskRecord(FileBytes(bytes)) == nil else { throw TestError.other(1) }
        }
    }

    @Test func keyIsComparedByCodePoints() {
        let record = DiskRecord(key: "\u{E9}", entry: CacheEntry(1), stored: .now)
        #expect(record.isOf("\u{E9}"))
        #expect(!record.isOf("e\u{301}"))
    }
}

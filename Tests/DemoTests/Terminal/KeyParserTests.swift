import TestSupport
import Testing

@testable import Demo

struct KeyParserTests {
    private static let keys: [(bytes: String, key: Key)] = [
        ("a", .character("a")), ("G", .character("G")), (" ", .character(" ")), ("/", .character("/")),
        ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
        ("\u{3}", .control("c")), ("\u{1A}", .control("z")), ("\u{4}", .control("d")),
        ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}OD", .left),
        ("\u{1B}[1;5A", .up), ("\u{1B}[H", .home), ("\u{1B}OF", .end), ("\u{1B}[1~", .home),
        ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end), ("\u{1B}[5~", .pageUp),
        ("\u{1B}[6~", .pageDown), ("\u{1B}[3~", .delete), ("\u{1B}OM", .enter),
        ("ä", .character("ä")), ("漢", .character("漢")), ("🦊", .character("🦊")),
        ("\u{1B}[200~a\nq\u{1B}[201~", .paste("a\nq")),
    ]

    @Test(arguments: keys.indices)
    func keyIsReadInWholeAndByteByByte(index: Int) {
        let (bytes, key) = Self.keys[index]
        var parser = KeyParser()
        #expect(parser.parse(bytes.utf8) == [key])
        var read: [Key] = []
        for byte in bytes.utf8 { read += parser.parse([byte]) }
        #expect(read == [key])
        #expect(!parser.isWaiting)
    }

    @Test func functionKeysOfTheLinuxConsoleAreNoLetters() {
        var parser = KeyParser()
        for letter in "ABCDE" { #expect(parser.parse("\u{1B}[[\(letter)".utf8).isEmpty) }
        #expect(parser.parse("q".utf8) == [.character("q")])
    }

    @Test func keysInARowAreReadInOrder() {
        var parser = KeyParser()
        let all = Self.keys.map(\.bytes).joined()
        #expect(parser.parse(all.utf8) == Self.keys.map(\.key))
    }

    @Test func escapeWithoutASequenceIsTheEscapeKey() {
        var parser = KeyParser()
        #expect(parser.parse([0x1B]).isEmpty)
        #expect(parser.isWaiting)
        #expect(parser.flush() == [.escape])
        #expect(!parser.isWaiting)
        #expect(parser.parse([0x1B, 0x1B]) == [.escape])
        #expect(parser.flush() == [.escape])
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE4, 0xF6, 0xFC], [0x80, 0xBF], [0xF5, 0x80],
            [0xE2, 0x82], [0x1B, 0x78], Array("\u{1B}[?1;2c".utf8), Array("\u{1B}[<0;1;1M".utf8),
            Array("\u{1B}[99~".utf8), [0x1B, 0x5B] + Array(repeating: 0x31, count: 30),
        ] as [[UInt8]])
    func whatIsNoKeyIsDroppedAndTheNextKeyIsRead(bytes: [UInt8]) {
        var parser = KeyParser()
        var keys = parser.parse(bytes)
        keys += parser.flush()
        #expect(keys.isEmpty)
        #expect(parser.parse("j".utf8) == [.character("j")])
    }

    @Test func longPasteIsCutAndEnds() {
        var parser = KeyParser()
        let text = String(repeating: "x", count: 10_000)
        guard case .paste(let pasted)? = parser.parse("\u{1B}[200~\(text)\u{1B}[201~j".utf8).first else {
            Issue.record("no paste")
            return
        }
        #expect(pasted.count <= 4096 && pasted.allSatisfy { $0 == "x" })
        #expect(parser.parse("j".utf8) == [.character("j")])
    }

    @Test func anyBytesAreRead() {
        Seeds.forEach(200) { random in
            var parser = KeyParser()
            let bytes = (0..<50).map { _ in
                UInt8(
                    [0x1B, 0x5B, 0x4F, 0x7E, 0x30, random.number(below: 256)].randomElement(using: &random)
                        ?? 0)
            }
            _ = parser.parse(bytes)
            _ = parser.flush()
            #expect(parser.parse("j".utf8) == [.character("j")])
        }
    }
}

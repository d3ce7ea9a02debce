import Foundation
import SeededRandom
import TestSupport
import Testing

@testable import Demo

struct TerminalTextTests {
    @Test(arguments: [
        ("plain text, é, 日本, 👩‍👩‍👧", "plain text, é, 日本, 👩‍👩‍👧"),
        ("x\u{1B}]0;owned\u{07}", #"x\u{1B}]0;owned\u{07}"#),
        ("a\r\nb\tc\0", #"a\r\nb\tc\u{00}"#),
        ("\u{7F}\u{9B}31m", #"\u{7F}\u{9B}31m"#),
        ("a\u{202E}b\u{2066}c\u{2028}", #"a\u{202E}b\u{2066}c\u{2028}"#),
        ("\u{E0041}", #"\u{E0041}"#),
    ])
    func controlsAreShownAsEscapes(text: String, safe: String) {
        #expect(text.terminalSafe == safe)
    }

    @Test func textIsCutToAWidth() {
        #expect("abcdef".terminalSafe(width: 6) == "abcdef")
        #expect("abcdefg".terminalSafe(width: 6) == "abcde…")
        #expect("\u{1B}\u{1B}".terminalSafe(width: 8) == #"\u{1B}\…"#)
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(marks.terminalSafe(width: 6).unicodeScalars.count <= 25)
    }

    @Test func escapesOfJSONMeanTheSame() throws {
        let text = "a\u{7F}\u{9B}\u{202E}\u{E0041}b\u{1B}"
        let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self).jsonTerminalSafe
        #expect(json.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
    }

    @Test(arguments: Seeds.make(20))
    func noRandomTextControlsATerminal(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scalars = (0..<200).compactMap { _ in
            Unicode.Scalar(UInt32(random.number(below: random.chance(50) ? 0x100 : 0x11_0000)))
        }
        let text = String(String.UnicodeScalarView(scalars))
        let controls: Set<Unicode.GeneralCategory> = [
            .control, .format, .lineSeparator, .paragraphSeparator,
        ]
        let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self).jsonTerminalSafe
        for safe in [text.terminalSafe, text.terminalSafe(width: 80), json] {
            let unsafe = safe.unicodeScalars.filter {
                controls.contains($0.properties.generalCategory) && !["\u{200C}", "\u{200D}"].contains($0)
            }
            #expect(unsafe.isEmpty, "FLUX_SEED=\(seed)")
        }
    }
}

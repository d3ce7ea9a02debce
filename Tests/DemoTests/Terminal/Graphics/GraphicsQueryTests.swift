import TestSupport
import Testing

@testable import Demo

/// What a terminal is asked about images, and its answers among keys.
struct GraphicsQueryTests {
    private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"
    private static let cell = "\u{1B}[6;18;9t"
    private static let sixelAttributes = "\u{1B}[?62;4;22c"
    private static let attributes = "\u{1B}[?62;22c"

    /// The graphics after answers.
    private func graphics(
        _ answers: String, _ environment: [String: String] = ["TERM": "xterm"],
        depth: ColorDepth = .trueColor, forced: TerminalGraphics.Kind? = nil, cell: CellPixels? = nil
    ) -> TerminalGraphics {
        var query = GraphicsQuery(environment, depth, forced: forced, cell: cell)
        var parser = KeyParser()
        #expect(parser.parse(answers.utf8).isEmpty)
        for answer in parser.takeAnswers() { query.observe(answer) }
        return query.graphics
    }

    private func question(
        _ environment: [String: String], depth: ColorDepth = .trueColor, forced: TerminalGraphics.Kind? = nil
    ) -> String {
        String(decoding: GraphicsQuery(environment, depth, forced: forced).question, as: UTF8.self)
    }

    @Test func answersDetermineTheKind() {
        #expect(graphics(Self.attributes).kind == .blocks)
        #expect(graphics(Self.attributes, depth: .palette).kind == .none)
        #expect(
            graphics(Self.kitty + Self.cell + Self.attributes)
                == TerminalGraphics(kind: .kitty, cell: CellPixels(width: 9, height: 18)))
        #expect(graphics(Self.kitty + Self.attributes).cell == .usual)
        #expect(graphics("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\" + Self.attributes).kind == .blocks)
        #expect(graphics(Self.cell + Self.sixelAttributes).kind == .sixel)
        #expect(graphics(Self.kitty + Self.cell + Self.sixelAttributes).kind == .kitty)
    }

    /// A bitmap of an unknown number of cells would cover others.
    @Test func sixelNeedsTheSizeOfACell() {
        #expect(graphics(Self.sixelAttributes).kind == .blocks)
        #expect(graphics(Self.sixelAttributes, cell: CellPixels(width: 8, height: 16)).kind == .sixel)
        #expect(graphics("\u{1B}[6;0;0t" + Self.sixelAttributes).kind == .blocks)
    }

    @Test func kindThatIsGivenIsUsed() {
        for kind in TerminalGraphics.Kind.allCases {
            #expect(graphics(Self.kitty + Self.sixelAttributes, depth: .palette, forced: kind).kind == kind)
        }
        #expect(
            graphics(Self.cell + Self.attributes, forced: .sixel).cell == CellPixels(width: 9, height: 18))
    }

    @Test func terminalIsAskedOnlyWhatItUnderstands() {
        #expect(question(["TERM": "xterm-256color"]).hasPrefix("\u{1B}_Gi=31,"))
        #expect(question(["TERM": "xterm-256color"]).hasSuffix("\u{1B}\\\u{1B}[16t\u{1B}[c"))
        for environment in [
            ["TERM": "tmux-256color"], ["TERM": "screen"], ["TERM": "xterm", "TMUX": "/tmp/tmux"],
            ["TERM": "xterm", "STY": "1.tty"],
        ] {
            #expect(question(environment) == "\u{1B}[16t\u{1B}[c")
        }
        #expect(question(["TERM": "linux"]).isEmpty)
        #expect(question(["TERM": "xterm"], depth: .none).isEmpty)
        #expect(question(["TERM": "xterm"], forced: .blocks).isEmpty)
        #expect(question(["TERM": "xterm"], forced: .kitty) == "\u{1B}[16t\u{1B}[c")
    }

    /// Answers that arrive in parts, each after a pause, and keys between them.
    @Test func answersAreNoKeysHoweverTheyArrive() {
        Seeds.forEach(100) { random in
            var parser = KeyParser()
            parser.expectsAnswers = true
            let answers = [Self.kitty, Self.cell, Self.sixelAttributes]
            var keys: [Key] = []
            var typed: [Key] = []
            for answer in answers {
                for key in "jG?".prefix(random.number(below: 4)) {
                    keys += parser.parse(String(key).utf8)
                    typed.append(.character(key))
                }
                var rest = Array(answer.utf8)[...]
                while !rest.isEmpty {
                    let part = rest.prefix(1 + random.number(below: rest.count))
                    keys += parser.parse(part)
                    rest = rest.dropFirst(part.count)
                    // The Escape key alone is waited for longer.
                    if part != [0x1B], part.last != 0x1B { keys += parser.flush() }
                }
            }
            try #require(keys == typed)
            try #require(
                parser.takeAnswers() == [
                    .kitty(isAccepted: true), .cell(CellPixels(width: 9, height: 18)),
                    .attributes([62, 4, 22]),
                ])
            try #require(!parser.expectsAnswers && !parser.isWaiting)
        }
    }

    @Test func longAttributesAreRead() {
        var parser = KeyParser()
        let all = "\u{1B}[?65;1;2;3;4;6;7;8;9;15;16;17;18;21;22;23;28;29;42;44;45;46;52;61;62;63c"
        #expect(parser.parse(all.utf8).isEmpty)
        #expect(parser.takeAnswers().count == 1)
    }

    /// With the Alt key, the first bytes of an answer may be typed.
    @Test func keyAfterTheBeginningOfAnAnswerIsRead() {
        var parser = KeyParser()
        #expect(parser.parse("\u{1B}_j".utf8) == [.character("j")])
        #expect(parser.parse("\u{1B}_".utf8).isEmpty)
        #expect(parser.isWaiting)
        #expect(parser.flush().isEmpty)
        #expect(parser.parse("Gj".utf8) == [.character("G"), .character("j")])
        #expect(parser.parse("\u{1B}_Gi=3\u{3}q".utf8) == [.control("c"), .character("q")])
        #expect(
            parser.parse(("\u{1B}_G" + String(repeating: "x", count: 200) + "\u{3}").utf8).last
                == .control("c"))
    }
}

import TestSupport
import Testing

@testable import Demo

/// Random keys, sizes and changes of the list.
struct BrowseSimulationTests {
    private static let keys: [Key] =
        [.up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .left, .right, .backspace]
        + "jkdubgGnNrRei?hlEC/3x ".map { Key.character($0) }

    @Test func screenIsConsistentAfterAnyKeys() {
        Seeds.forEach(12) { random in
            let browser = try TestBrowser(
                1000..<1000 + random.number(below: 400), columns: 1 + random.number(below: 90),
                lines: 1 + random.number(below: 30), isCounted: random.chance(60),
                arguments: ["--max-rows", "\(100 + random.number(below: 200))"])
            for number in 0..<60 {
                step(browser, &random)
                if number % 4 == 0 { try check(browser) }
            }
        }
    }

    private func step(_ browser: TestBrowser, _ random: inout SeededGenerator) {
        switch random.number(below: 20) {
        case 0: browser.resize(columns: 1 + random.number(below: 90), lines: 1 + random.number(below: 30))
        case 1:
            let start = 1000 - random.number(below: 5)
            browser.source.numbers.value = start..<start + 5 + random.number(below: 500)
        case 2: browser.source.isFailing.value = random.chance(30)
        case 3...8: browser.pressOnce(Self.keys[random.number(below: Self.keys.count)])
        default: browser.press(Self.keys[random.number(below: Self.keys.count)])
        }
    }

    private func check(_ browser: TestBrowser) throws {
        let model = browser.model
        let count = model.list.rowCount
        try #require(model.cursor >= 0 && model.cursor <= max(0, count - 1))
        try #require(model.top >= 0 && model.top <= max(0, count - 1))
        try #require(count == 0 || model.rowsInView.contains(model.cursor))
        try #require(model.list.items.count <= 900)
        let (terminal, grid) = (browser.terminal, BrowseScreen.draw(model))
        try #require(terminal.unknown.isEmpty)
        for line in 0..<grid.size.lines {
            try #require(terminal.texts[line] == grid[line: line].map(\.text))
        }
    }
}

extension BrowseScreen {
    mutating func drawHelp(_ help: HelpScreen) {
        let shown = HelpScreen.lines(width: columns)[help.linesInView(layout.body.count, width: columns)]
        for (line, part) in zip(layout.body, shown) {
            grid.write(part.key, line: line, column: HelpScreen.keyColumn, .bold)
            grid.write(part.text, line: line, column: HelpScreen.textColumn(width: columns))
        }
    }
}

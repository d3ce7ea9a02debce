import Flux

// Keys.
extension BrowseModel {
    /// Follows a key.
    mutating func press(_ key: Key) -> [BrowseAction] {
        message = nil
        switch key {
        case .control("c"): return [.end(130)]
        case .control("z"): return [.suspend]
        case .control("l"): return [.repaint]
        default: break
        }
        switch mode {
        case .list: return pressInList(key) + report()
        case .prompt(let text): return pressInPrompt(key, text) + report()
        case .item(var screen):
            let isOpen = screen.press(key, layout.body.count, width: size.columns)
            mode = isOpen ? .item(screen) : .list
            return []
        case .help(var help):
            mode = help.press(key, layout.body.count, width: size.columns) ? .help(help) : .list
            return []
        }
    }

    /// Shows as much as fits after the terminal has changed its size.
    mutating func resize(to size: ScreenSize) -> [BrowseAction] {
        self.size = size
        showCursor()
        if case .item(var screen) = mode {
            screen.fit(layout.body.count, width: size.columns)
            mode = .item(screen)
        }
        return report()
    }

    private mutating func pressInList(_ key: Key) -> [BrowseAction] {
        if search != nil, key == .escape {
            endSearch("search stopped")
            return [.signal(.cancel)]
        }
        switch key {
        case .up, .character("k"), .control("p"): move(to: cursor - 1)
        case .down, .character("j"), .control("n"): move(to: cursor + 1)
        case .pageUp, .character("b"), .control("b"): turn(by: -pageSize)
        case .pageDown, .character(" "), .control("f"): turn(by: pageSize)
        case .control("u"), .character("u"): turn(by: -max(1, pageSize / 2))
        case .control("d"), .character("d"): turn(by: max(1, pageSize / 2))
        case .home, .character("g"): return goToStart()
        case .end, .character("G"): return goToEnd()
        case .enter, .right, .character("l"): openItem()
        case .character("/"): mode = .prompt("")
        case .character("n"): return find(.down)
        case .character("N"): return find(.up)
        case .character("r"):
            refresh = Refresh(old: list)
            return [.signal(.refresh)]
        case .character("R"): return [.signal(.retry)]
        case .escape:
            guard isJumping || list.isPaging || list.isLoading else { break }
            isJumping = false
            refresh = nil
            message = "loading cancelled"
            return [.signal(.cancel)]
        case .character("e"):
            showsEvents.toggle()
            showCursor()
        case .character("i"): toggleImages()
        case .character("?"), .character("h"): mode = .help(HelpScreen())
        case .character("q"): return [.end(0)]
        default: break
        }
        return []
    }

    /// Another row ends a search.
    private mutating func move(to row: Int) {
        search = nil
        select(row)
    }

    private mutating func turn(by rows: Int) {
        search = nil
        scroll(by: rows)
    }

    private mutating func goToStart() -> [BrowseAction] {
        search = nil
        select(0)
        guard list.hasPrevious, list.items.count > 0 else { return [] }
        isJumping = true
        return [.signal(.jump(toRow: 0))]
    }

    /// Goes to the last row of the whole list if the source counts, otherwise to the last one that is loaded.
    private mutating func goToEnd() -> [BrowseAction] {
        search = nil
        select(list.rowCount - 1)
        guard list.hasMore, list.items.count > 0 else { return [] }
        guard let total = list.total else {
            message =
                statedTotal == nil
                ? "the last loaded row: the length of the list is unknown"
                : "the last loaded row: pages have no numbers to go on"
            return []
        }
        isJumping = true
        // Some sources state fewer rows than they have, or none.
        return [.signal(.jump(toRow: max(total, list.rowCount) - 1))]
    }

    private mutating func openItem() {
        guard cursor < list.rowCount, let row = list.item(atRow: cursor) else { return }
        mode = .item(ItemScreen(row, width: size.columns))
    }

    private mutating func toggleImages() {
        guard canShowImages else {
            message = "the terminal does not say that it shows images: --graphics"
            return
        }
        showsImages = !(showsImages ?? false)
        showCursor()
    }

    private mutating func pressInPrompt(_ key: Key, _ text: String) -> [BrowseAction] {
        switch key {
        case .character(let character): mode = .prompt(text + String(character))
        case .paste(let pasted):
            let line = pasted.prefix { !$0.isNewline }
            mode = .prompt(text + line)
        case .backspace where text.isEmpty: mode = .list
        case .backspace: mode = .prompt(String(text.dropLast()))
        case .control("u"): mode = .prompt("")
        case .escape: mode = .list
        case .enter:
            mode = .list
            pattern = FindPattern(text) ?? pattern
            return find(.down)
        default: break
        }
        return []
    }
}

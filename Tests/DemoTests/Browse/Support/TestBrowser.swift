import Flux
import TestSupport

@testable import Demo

/// The browser over a list in virtual time, and the terminal that it draws on.
final class TestBrowser {
    private(set) var model: BrowseModel
    /// What is shown, drawn when it is read.
    var terminal: TerminalScreen {
        draw()
        return drawn
    }

    private(set) var status: Int32?
    let source: NumberedItems
    private let scheduler: VirtualTimeScheduler
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let inbox = BrowseInbox()
    private var subscription: AnyCancellable?
    private var drawn: TerminalScreen
    private var display = ScreenDisplay(.trueColor)

    init(
        _ numbers: Range<Int>, columns: Int = 80, lines: Int = 24, isCounted: Bool = true,
        arguments: [String] = [], isFailing: Bool = false,
        graphics: TerminalGraphics = TerminalGraphics(kind: .none), image: TerminalImage? = nil
    ) throws {
        let size = ScreenSize(lines: lines, columns: columns)
        scheduler = VirtualTimeScheduler()
        source = NumberedItems(numbers: Box(numbers), scheduler: scheduler, isCounted: isCounted)
        source.isFailing.value = isFailing
        model = BrowseModel(title: "http://h/list", size: size, graphics: graphics)
        drawn = TerminalScreen(size)
        subscription = signals.paginate(BrowseFeed.rules(try BrowseOptions(arguments)), from: source)
            .log("", scheduler: scheduler, to: { [inbox] in inbox.send(event: BrowseFeed.eventLine($0)) })
            .dedupe(by: \.uniqueID)
            .map { BrowseRow(item: $0, image: .idle(placeholder: image)) }
            .sink { [inbox] in inbox.send($0) }
        settle()
    }

    /// Presses keys, each after what the one before has led to.
    func press(_ keys: Key...) {
        for key in keys {
            pressOnce(key)
            settle()
        }
    }

    func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// Presses a key, and waits for nothing.
    func pressOnce(_ key: Key) {
        perform(model.press(key))
        take()
    }

    func resize(columns: Int, lines: Int) {
        let size = ScreenSize(lines: lines, columns: columns)
        drawn = TerminalScreen(size)
        display = ScreenDisplay(.trueColor)
        perform(model.resize(to: size))
        settle()
    }

    /// Lets loads end.
    func settle() {
        take()
        while scheduler.pendingCount > 0 {
            scheduler.advance(by: .milliseconds(20))
            take()
        }
    }

    /// Takes the number of items that the source states.
    func count(_ total: Int) { model.statedTotal = total }

    /// The number of the item in the selected row.
    var selected: Int? {
        guard model.cursor < model.list.rowCount, let row = model.list.item(atRow: model.cursor),
            case .identifier(let id) = row.id
        else { return nil }
        return Int("\(id)")
    }

    private func take() {
        while true {
            let content = inbox.take()
            for event in content.events { model.addEvent(event) }
            guard let state = content.state else { return }
            perform(model.observe(state))
        }
    }

    private func perform(_ actions: [BrowseAction]) {
        for action in actions {
            switch action {
            case .signal(let signal): signals.send(signal)
            case .end(let status): self.status = status
            case .suspend, .repaint: display.reset()
            }
        }
    }

    private func draw() {
        drawn.receive(display.bytes(for: BrowseScreen.draw(model), model.graphics))
    }
}

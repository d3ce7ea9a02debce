import Flux
import Foundation

/// Runs the browser in the terminal: takes keys, signals and states, draws what has changed.
final class BrowseShell {
    /// How long the rest of an escape sequence is waited for, in milliseconds.
    private static let escapeTime: Int32 = 30
    /// The time between two pictures of the spinner, in milliseconds.
    private static let spinnerTime: Int32 = 100

    private let signals: TerminalSignals
    private let inbox: BrowseInbox
    private let send: (ListSignal) -> Void
    private let depth: ColorDepth
    private var model: BrowseModel
    private var parser = KeyParser()
    private var shown: CellGrid?
    private var frame = 0
    private var lastFrame = ContinuousClock.now
    /// The exit status, once the browser has ended.
    private var status: Int32?

    /// - Parameters:
    ///   - model: The state at first.
    ///   - depth: The colours of the terminal.
    ///   - signals: Wakes the shell.
    ///   - inbox: States and events of the list.
    ///   - send: Sends a signal to the list.
    init(
        _ model: BrowseModel, depth: ColorDepth, signals: TerminalSignals, inbox: BrowseInbox,
        send: @escaping (ListSignal) -> Void
    ) {
        self.model = model
        self.depth = depth
        self.signals = signals
        self.inbox = inbox
        self.send = send
    }

    /// Runs until the end. The terminal is in its mode before, and is to be restored afterwards.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        draw()
        while status == nil {
            let (hasKeys, numbers) = signals.wait(milliseconds: waitingTime)
            for number in numbers { observe(number) }
            if hasKeys { readKeys() } else if parser.isWaiting, numbers.isEmpty { press(parser.flush()) }
            takeContent()
            turnSpinner()
            draw()
        }
        return status ?? 0
    }

    private var waitingTime: Int32 {
        if parser.isWaiting { return Self.escapeTime }
        return model.isBusy ? Self.spinnerTime : -1
    }

    private func readKeys() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else {
            // The terminal is gone.
            status = EndingSignals.status(of: SIGHUP)
            return
        }
        press(parser.parse(buffer[..<count]))
    }

    private func press(_ keys: [Key]) {
        for key in keys where status == nil {
            perform(model.press(key))
            // What a signal has changed at once counts for the next key.
            takeContent()
        }
    }

    private func takeContent() {
        let content = inbox.take()
        for event in content.events { model.addEvent(event) }
        for message in content.messages {
            model.addEvent(message)
            model.message = message
        }
        if let state = content.state { perform(model.observe(state)) }
    }

    private func perform(_ actions: [BrowseAction]) {
        for action in actions {
            switch action {
            case .signal(let signal): send(signal)
            case .end(let number): status = status ?? number
            case .repaint: shown = nil
            case .suspend:
                signals.stopOthers()
                suspend()
            }
        }
    }

    private func observe(_ number: Int32) {
        switch number {
        case SIGWINCH: perform(model.resize(to: TerminalWidth.screenSize))
        case SIGTSTP: suspend()
        case SIGCONT: resume()
        default: status = status ?? EndingSignals.status(of: number)
        }
    }

    private func suspend() {
        TerminalMode.leave()
        signals.stop()
        resume()
    }

    /// Takes the terminal again, which the shell had meanwhile.
    private func resume() {
        do throws(POSIXError) {
            try TerminalMode.enter()
        } catch {
            status = 1
        }
        shown = nil
        perform(model.resize(to: TerminalWidth.screenSize))
    }

    private func turnSpinner() {
        let now = ContinuousClock.now
        guard model.isBusy, now - lastFrame >= .milliseconds(Int64(Self.spinnerTime)) else { return }
        frame += 1
        lastFrame = now
    }

    private func draw() {
        let grid = BrowseScreen.draw(model, frame: frame)
        let bytes = ScreenUpdate.bytes(from: shown, to: grid, depth)
        shown = grid
        if bytes.isEmpty { return }
        if !TerminalMode.write(bytes) { status = status ?? EndingSignals.status(of: SIGHUP) }
    }
}

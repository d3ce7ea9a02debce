import Flux
import Foundation

/// Runs the browser in the terminal: takes keys, signals and states, draws what has changed.
final class BrowseShell {
    /// How long the rest of an escape sequence is waited for, in milliseconds.
    private static let escapeTime: Int32 = 30
    /// How long it is while the terminal may answer, and how long the end waits for its answers.
    private static let answerTime: Int32 = 500
    /// The time between two pictures of the spinner, in milliseconds.
    private static let spinnerTime: Int32 = 100

    private let signals: TerminalSignals
    private let inbox: BrowseInbox
    private let send: (ListSignal) -> Void
    private var model: BrowseModel
    private var parser = KeyParser()
    private var display: ScreenDisplay
    private var query: GraphicsQuery
    private let start = ContinuousClock.now
    /// When bytes were read last.
    private var lastRead = ContinuousClock.now
    private var frame = 0
    private var lastFrame = ContinuousClock.now
    /// The exit status, once the browser has ended.
    private var status: Int32?

    /// - Parameters:
    ///   - model: The state at first.
    ///   - depth: The colors of the terminal.
    ///   - query: How it shows images, and what it is asked about that.
    ///   - signals: Wakes the shell.
    ///   - inbox: States and events of the list.
    ///   - send: Sends a signal to the list.
    init(
        _ model: BrowseModel, depth: ColorDepth, query: GraphicsQuery, signals: TerminalSignals,
        inbox: BrowseInbox, send: @escaping (ListSignal) -> Void
    ) {
        self.model = model
        display = ScreenDisplay(depth)
        self.query = query
        self.signals = signals
        self.inbox = inbox
        self.send = send
    }

    /// Runs until the end. The terminal is in its mode before, and is to be restored afterwards.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        TerminalMode.setGraphicsEnding(ScreenDisplay.ending(query.graphics))
        write(query.question)
        parser.expectsAnswers = !query.question.isEmpty
        draw()
        while status == nil {
            let (hasKeys, numbers) = signals.wait(milliseconds: waitingTime)
            for number in numbers { observe(number) }
            if hasKeys { readKeys() } else if parser.isWaiting, keyTimeLeft == 0 { press(parser.flush()) }
            takeContent()
            turnSpinner()
            draw()
        }
        awaitAnswers()
        return status ?? 0
    }

    private var waitingTime: Int32 {
        if parser.isWaiting { return keyTimeLeft }
        return model.isBusy ? Self.spinnerTime : -1
    }

    /// The time in which the rest of a key, or of an answer, is expected, in milliseconds.
    private var keyTimeLeft: Int32 {
        max(Self.timeLeft(of: Self.escapeTime, since: lastRead), answerTimeLeft)
    }

    /// The time in which the terminal is expected to answer, in milliseconds.
    private var answerTimeLeft: Int32 {
        parser.expectsAnswers ? Self.timeLeft(of: Self.answerTime, since: start) : 0
    }

    private static func timeLeft(of milliseconds: Int32, since start: ContinuousClock.Instant) -> Int32 {
        let left = Double(milliseconds) - (ContinuousClock.now - start) / .milliseconds(1)
        return Int32(max(0, left.rounded(.up)))
    }

    /// Waits at the end for answers, which the next program would take for keys.
    private func awaitAnswers() {
        while answerTimeLeft > 0 {
            let (hasKeys, signals) = signals.wait(milliseconds: answerTimeLeft)
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = hasKeys ? read(STDIN_FILENO, &buffer, buffer.count) : 0
            guard count > 0, signals.isEmpty else { return }
            _ = parser.parse(buffer[..<count])
        }
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
        lastRead = .now
        press(parser.parse(buffer[..<count]))
        for answer in parser.takeAnswers() { query.observe(answer) }
        guard query.graphics != model.graphics else { return }
        perform(model.setGraphics(query.graphics))
        TerminalMode.setGraphicsEnding(ScreenDisplay.ending(query.graphics))
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
        if let total = content.total { model.statedTotal = total }
        guard let state = content.state else { return }
        perform(model.observe(state))
        if model.graphics.drawsPixels { display.release(except: model.heldImages) }
    }

    private func perform(_ actions: [BrowseAction]) {
        for action in actions {
            switch action {
            case .signal(let signal): send(signal)
            case .end(let number): status = status ?? number
            case .repaint: display.reset()
            case .suspend:
                signals.stopOthers()
                suspend()
            }
        }
    }

    private func observe(_ number: Int32) {
        switch number {
        case SIGWINCH:
            perform(model.resize(to: TerminalWidth.screenSize))
            write(query.cellQuestion)
        case SIGTSTP: suspend()
        case SIGCONT: resume()
        #if DEBUG
            case SIGUSR2: TerminalMode.overflowStack()
        #endif
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
        display.reset()
        perform(model.resize(to: TerminalWidth.screenSize))
    }

    private func turnSpinner() {
        let now = ContinuousClock.now
        guard model.isBusy, now - lastFrame >= .milliseconds(Int64(Self.spinnerTime)) else { return }
        frame += 1
        lastFrame = now
    }

    private func draw() {
        write(display.bytes(for: BrowseScreen.draw(model, frame: frame), model.graphics))
    }

    private func write(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        if !TerminalMode.write(bytes) { status = status ?? EndingSignals.status(of: SIGHUP) }
    }
}

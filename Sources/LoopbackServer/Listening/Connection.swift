import Foundation

/// A connection, which reads requests and writes their responses in order, on its own thread.
final class Connection: Sendable {
    private let socket: Socket
    private let state: ServerState
    /// The semaphore that a delayed or held response waits for. Stopping the server signals it.
    private let wakeUp = DispatchSemaphore(value: 0)

    init(socket: Socket, state: ServerState) {
        self.socket = socket
        self.state = state
        socket.prepareForTraffic()
    }

    func start() {
        Thread.detachNewThread { self.run() }
    }

    /// Makes the thread end soon, whatever it waits for. Call it only while the state contains this
    /// connection.
    func interrupt() {
        socket.disconnect()
        wakeUp.signal()
    }

    private func run() {
        if state.add(self) {
            switch serveRequests() {
            case .closed: linger()
            case .open, .reset: break
            }
            state.remove(self)
        }
        socket.dispose()
    }

    /// The state of the connection after a response.
    private enum Outcome {
        case open, closed, reset
    }

    private func serveRequests() -> Outcome {
        var parser = HTTPRequestParser()
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            do throws(HTTPParseError) {
                while let request = try parser.next() {
                    let outcome = serve(request)
                    guard case .open = outcome else { return outcome }
                }
            } catch {
                let refusal = HTTPResponse.failure(status: 400, message: error.description)
                _ = perform(refusal.wireSteps(sendsBody: true, keepsAlive: false))
                return .closed
            }
            let count = socket.receive(into: &buffer)
            guard count > 0 else { return .closed }
            parser.append(buffer[..<count])
        }
    }

    private func serve(_ request: HTTPRequest) -> Outcome {
        guard let response = state.response(to: request) else { return .closed }
        let keepsAlive = request.keepsAlive && response.allowsReuse
        let outcome = perform(
            response.wireSteps(sendsBody: request.method != "HEAD", keepsAlive: keepsAlive))
        if case .open = outcome, !keepsAlive { return .closed }
        return outcome
    }

    private func perform(_ steps: [WireStep]) -> Outcome {
        for step in steps {
            switch step {
            case .send(let bytes): guard socket.transmit(bytes) else { return .closed }
            case .sendForever(let bytes): while !bytes.isEmpty, socket.transmit(bytes) {}
            // Stopping the server signals the semaphore.
            case .pause(let time):
                if wakeUp.wait(timeout: .now() + time.inSeconds) == .success { return .closed }
            case .hold(let gate): gate.hold(wakeUp)
            case .close: return .closed
            case .reset:
                socket.resetWhenDisposed()
                return .reset
            }
        }
        return .open
    }

    /// Waits briefly for the client to close first: closing with unread bytes would reset the connection, and
    /// the client could lose the response.
    private func linger() {
        socket.finishTransmitting()
        socket.limitReceiving(toSeconds: 1)
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        for _ in 0..<64 where socket.receive(into: &buffer) == 0 { return }
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}

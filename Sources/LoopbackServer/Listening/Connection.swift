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

    /// Makes the thread end soon, whatever it waits for. Call it only while the state contains this connection.
    func interrupt() {
        socket.disconnect()
        wakeUp.signal()
    }

    private func run() {
        if state.add(self) {
            serveRequests()
            linger()
            state.remove(self)
        }
        socket.dispose()
    }

    private func serveRequests() {
        var parser = HTTPRequestParser()
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            do throws(HTTPParseError) {
                while let request = try parser.next() {
                    guard serve(request) else { return }
                }
            } catch {
                let refusal = HTTPResponse.failure(status: 400, message: error.description)
                _ = socket.transmit(refusal.wireBytes(sendsBody: true, keepsAlive: false))
                return
            }
            let count = socket.receive(into: &buffer)
            guard count > 0 else { return }
            parser.append(buffer[..<count])
        }
    }

    /// Sends the response, and returns whether the connection stays open.
    private func serve(_ request: HTTPRequest) -> Bool {
        guard let response = state.response(to: request) else { return false }
        var keepsAlive = request.keepsAlive && !response.headers.list("Connection", contains: "close")
        switch response.delivery {
        case .normal: break
        case .truncated: keepsAlive = false
        case .delayed(let delay): _ = wakeUp.wait(timeout: .now() + delay.inSeconds)
        case .held(let gate): gate.hold(wakeUp)
        case .dropped: return false
        }
        let declaresClose = if case .truncated = response.delivery { false } else { !keepsAlive }
        let bytes = response.wireBytes(sendsBody: request.method != "HEAD", keepsAlive: !declaresClose)
        return socket.transmit(bytes) && keepsAlive
    }

    /// Waits briefly for the client to close first: closing with unread bytes would reset the connection, and the
    /// client could lose the response.
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

import Foundation
import Streams

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A listening socket and the thread that accepts its connections.
final class Listener: Sendable {
    let port: UInt16
    private let socket: Socket
    private let pipe: WakePipe
    private let isStopped = Locked(false)
    private let finished = DispatchGroup()

    /// Starts accepting connections.
    ///
    /// - Parameter accepted: Called on the accepting thread with each connection; must not block.
    init(
        at address: LoopbackAddress, port: UInt16, accepted: @escaping @Sendable (Socket) -> Void
    ) throws(ServerError) {
        pipe = try WakePipe()
        do throws(ServerError) {
            socket = try Socket.listening(at: address, port: port)
        } catch {
            pipe.wake()
            pipe.dispose()
            throw error
        }
        self.port = socket.localPort
        finished.enter()
        Thread.detachNewThread { [socket, pipe, finished] in
            Self.accept(from: socket, until: pipe, accepted)
            socket.dispose()
            pipe.dispose()
            finished.leave()
        }
    }

    /// Frees the port. No connection is accepted after this returns.
    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        if isFirst { pipe.wake() }
        finished.wait()
    }

    private static func accept(from socket: Socket, until pipe: WakePipe, _ accepted: (Socket) -> Void) {
        var watched = [
            pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&watched, nfds_t(watched.count), -1)
            if count < 0 && errno != EINTR { return }
            guard count > 0 else { continue }
            if watched[0].revents != 0 { return }
            if let connection = socket.nextConnection() {
                accepted(connection)
            } else if errno == EMFILE || errno == ENFILE {
                // The connection stays in the queue, so without a pause this would spin until one closes.
                _ = poll(&watched, 1, 20)
            }
        }
    }
}

extension Socket {
    /// Accepts a connection, or returns `nil` with the reason in `errno`.
    fileprivate func nextConnection() -> Socket? {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        // On Darwin an accepted socket inherits O_NONBLOCK; the connection's thread has to block.
        _ = fcntl(accepted, F_SETFL, fcntl(accepted, F_GETFL) & ~O_NONBLOCK)
        return Socket(descriptor: accepted)
    }
}

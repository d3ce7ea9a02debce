import FluxLoading
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A data loader whose loads the test completes.
package final class ScriptedDataLoader: DataLoading {
    /// One load.
    package final class Load: Cancellable {
        package let request: URLRequest
        private let receiver: Locked<(@Sendable (DataEvent) -> Void)?>
        private let cancelled = Locked(false)

        package init(_ request: URLRequest, _ receiver: @escaping @Sendable (DataEvent) -> Void) {
            self.request = request
            self.receiver = Locked(receiver)
        }

        package var isCancelled: Bool { cancelled.withLock { $0 } }

        package func cancel() {
            _ = cancelled.exchange(true)
            _ = receiver.exchange(nil)
        }

        package func send(_ event: DataEvent) {
            receiver.withLock { $0 }?(event)
        }

        package func respond(length: Int) {
            send(.response(.head(length: length, from: request.url ?? .image)))
        }

        /// - Parameter url: Where a redirect has led, if it was followed.
        package func respond(status: Int = 200, _ fields: [String: String], from url: URL? = nil) {
            send(.response(.head(status, fields, from: url ?? request.url ?? .image)))
        }

        /// Answers with a complete body.
        package func finish(
            _ text: String, _ fields: [String: String], status: Int = 200, from url: URL? = nil
        ) {
            respond(
                status: status, fields.merging(["Content-Length": "\(text.utf8.count)"]) { $1 }, from: url)
            send(text)
            finish()
        }

        /// Answers that the stored bytes are valid.
        package func confirm(_ fields: [String: String] = [:], from url: URL? = nil) {
            respond(status: 304, fields, from: url)
            finish()
        }

        package func send(_ text: String) {
            send(.bytes(Data(text.utf8)))
        }

        package func finish() {
            receiver.exchange(nil)?(.finished)
        }

        package func finish(_ text: String) {
            respond(length: text.utf8.count)
            send(text)
            finish()
        }

        package func fail(_ reason: LoadingError.Reason) {
            let error = LoadingError(url: request.url ?? .image, reason: reason)
            receiver.exchange(nil)?(.failed(error))
        }
    }

    private let started = Locked<[Load]>([])
    private let onLoad: @Sendable (Load) -> Void

    /// - Parameter onLoad: Called within `load`, so that a load can be answered synchronously.
    package init(onLoad: @escaping @Sendable (Load) -> Void = { _ in }) {
        self.onLoad = onLoad
    }

    package var loads: [Load] { started.withLock { $0 } }

    /// Adopts a load that another source started.
    package func adopt(_ load: Load) {
        started.withLock { $0.append(load) }
    }

    package func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        let load = Load(request, receive)
        started.withLock { $0.append(load) }
        onLoad(load)
        return load
    }
}

extension URLResponse {
    package static func head(
        _ status: Int, _ fields: [String: String], from url: URL = .image
    ) -> URLResponse {
        HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)
            ?? URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    }

    package static func head(length: Int, from url: URL = .image) -> URLResponse {
        URLResponse(url: url, mimeType: nil, expectedContentLength: length, textEncodingName: nil)
    }
}

extension URL {
    package static let image = URL(string: "https://images.test/1.png")!  // a fixed text that is an address
}

import FluxLoading
import Foundation
import PagingOperators
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server of images whose transfers the script continues.
///
/// An image is its address and its version, three times, so that the halves of two versions are not an image.
final class SimulatedTransfers: DataLoading {
    final class Transfer: Cancellable {
        struct State: Sendable {
            var receive: (@Sendable (DataEvent) -> Void)?
            /// What is left of the body; `nil` until the response has begun.
            var rest: Data?
        }

        let number: Int
        let request: URLRequest
        let address: Int
        let url: Int
        let state: Locked<State>
        private let onEnd: @Sendable (Transfer, _ isCancelled: Bool) -> Void

        init(
            _ number: Int, _ request: URLRequest, _ receive: @escaping @Sendable (DataEvent) -> Void,
            onEnd: @escaping @Sendable (Transfer, Bool) -> Void
        ) {
            self.number = number
            self.request = request
            address = request.url?.lastPathComponent.first?.wholeNumberValue ?? -1
            url = request.url?.query().flatMap { Int($0) } ?? -1
            state = Locked(State(receive: receive))
            self.onEnd = onEnd
        }

        var range: Int? {
            request.value(forHTTPHeaderField: "Range").flatMap {
                Int($0.dropFirst("bytes=".count).dropLast())
            }
        }

        /// The version that the request names.
        var tag: Int? {
            let field = range == nil ? "If-None-Match" : "If-Range"
            return request.value(forHTTPHeaderField: field)?.dropLast().last?.wholeNumberValue
        }

        func send(_ event: DataEvent) { state.withLock { $0.receive }?(event) }

        /// The last event.
        func end(_ event: DataEvent) {
            onEnd(self, false)
            let receive = state.withLock { $0.receive.take() }
            receive?(event)
        }

        func cancel() {
            let receive = state.withLock { $0.receive.take() }
            if receive != nil { onEnd(self, true) }
        }
    }

    private struct State: Sendable {
        var versions: [Int]
        var running: [Transfer] = []
        var count = 0
        var log: [String] = []
    }

    private let policies: [ImagePolicy]
    private let state: Locked<State>

    init(_ policies: [ImagePolicy]) {
        self.policies = policies
        state = Locked(State(versions: policies.map { _ in 1 }))
    }

    var running: [Transfer] { state.withLock { $0.running } }

    var log: [String] { state.withLock { $0.log } }

    /// A transfer that begins, in short.
    static func line(_ number: Int, _ address: Int, _ url: Int, range: Int?, tag: Int?) -> String {
        "#\(number) \(address)" + (url == 0 ? "" : " by URL \(url)") + (range.map { " from \($0)" } ?? "")
            + (tag.map { " if v\($0)" } ?? "")
    }

    /// - Parameter number: Which of the URLs of the image.
    static func url(of address: Int, _ number: Int = 0) -> URL {
        // Digits in a fixed text always make a URL.
        URL(string: "https://host\(address % 2).test/\(address)?\(number)")!
    }

    func publish(_ version: Int, at address: Int) { state.withLock { $0.versions[address] = version } }

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        state.withLock { state in
            state.count += 1
            let transfer = Transfer(state.count, request, receive) { [weak self] in self?.end($0, $1) }
            state.running.append(transfer)
            state.log.append(
                Self.line(
                    transfer.number, transfer.address, transfer.url, range: transfer.range, tag: transfer.tag)
            )
            return transfer
        }
    }

    private func end(_ transfer: Transfer, _ isCancelled: Bool) {
        state.withLock { state in
            state.running.removeAll { $0 === transfer }
            if isCancelled { state.log.append("cancel #\(transfer.number)") }
        }
    }
}

// Responses.
extension SimulatedTransfers {
    func respond(_ transfer: Transfer) {
        if transfer.state.withLock({ $0.rest != nil }) { return }
        let version = state.withLock { $0.versions[transfer.address] }
        let body = Data(String(repeating: "\(transfer.address).\(version);", count: 3).utf8)
        var fields = ["Cache-Control": policies[transfer.address].cacheControl]
        if policies[transfer.address].hasTag { fields["ETag"] = "\"\(transfer.address).\(version)\"" }
        var rest = Data()
        var status = 304
        switch (transfer.range, transfer.tag == version) {
        case (nil, true): break
        case (let first?, true):
            status = 206
            rest = Data(body.dropFirst(first))
            fields["Content-Range"] = "bytes \(first)-\(body.count - 1)/\(body.count)"
        case (_, false):
            status = 200
            rest = body
        }
        fields["Content-Length"] = "\(rest.count)"
        transfer.state.withLock { $0.rest = rest }
        transfer.send(.response(Self.head(transfer, status, fields)))
    }

    /// - Parameter limit: The number of bytes of the whole body to be sent at most.
    func send(_ count: Int, of transfer: Transfer, upTo limit: Int) {
        respond(transfer)
        let bytes = transfer.state.withLock { state -> Data in
            let rest = state.rest ?? Data()
            let bytes = Data(rest.prefix(max(0, min(count, rest.count - (ReferenceImages.length - limit)))))
            state.rest = Data(rest.dropFirst(bytes.count))
            return bytes
        }
        if !bytes.isEmpty { transfer.send(.bytes(bytes)) }
    }

    func finish(_ transfer: Transfer) {
        send(.max, of: transfer, upTo: ReferenceImages.length)
        transfer.end(.finished)
    }

    func fail(_ transfer: Transfer, _ fault: ImageFault) {
        let hasBegun = transfer.state.withLock { $0.rest != nil }
        let reason: LoadingError.Reason
        switch hasBegun ? .lost : fault {
        case .lost: reason = .transport(.networkConnectionLost, description: "lost")
        case .unavailable: reason = .status(503, retryAfter: nil)
        case .tooManyRequests: reason = .status(429, retryAfter: .seconds(30))
        case .notFound: reason = .status(404, retryAfter: nil)
        case .rangeNotSatisfiable: reason = .status(416, retryAfter: nil)
        case .refused: reason = .status(403, retryAfter: nil)
        case .webPage:
            transfer.send(.response(Self.head(transfer, 200, ["Content-Length": "6"])))
            transfer.send(.bytes(Data("<html>".utf8)))
            return transfer.end(.finished)
        }
        transfer.end(.failed(LoadingError(url: Self.url(of: transfer.address), reason: reason)))
    }

    private static func head(_ transfer: Transfer, _ status: Int, _ fields: [String: String]) -> URLResponse {
        let url = transfer.request.url ?? Self.url(of: transfer.address)
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)
            ?? URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    }
}

import Dispatch
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads `file:` URLs and `data:` URLs (RFC 2397).
///
/// All work is done on a scheduler, not on the calling thread.
public struct LocalDataLoader: DataLoading {
    private static let chunkSize = 256 * 1024

    private let maximumBytes: Int
    private let scheduler: any Scheduler

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - maximumBytes: The limit of a body.
    ///   - scheduler: The scheduler that reads files and parses URLs; reading blocks its thread.
    public init(
        maximumBytes: Int = 64 * 1024 * 1024,
        scheduler: any Scheduler = DispatchQueue.global(qos: .userInitiated)
    ) {
        self.maximumBytes = maximumBytes
        self.scheduler = scheduler
    }

    public func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        let receiver = LoadReceiver(receive)
        let url = request.urlOrBlank
        scheduler.schedule { load(url, for: receiver) }
        return receiver
    }

    private func load(_ url: URL, for receiver: LoadReceiver) {
        do throws(LoadingError) {
            switch url.scheme?.lowercased() {
            case "data": try sendData(of: url, to: receiver)
            case "file": try sendFile(at: url, to: receiver)
            default: throw .unsupportedScheme(of: url)
            }
            receiver.end(.finished)
        } catch {
            receiver.end(.failed(error))
        }
    }

    private func sendData(of url: URL, to receiver: LoadReceiver) throws(LoadingError) {
        guard let content = DataURL(url.absoluteString) else {
            throw LoadingError(url: url, reason: .malformedDataURL)
        }
        try check(content.body.count, of: url)
        receiver.send(.response(head(of: url, type: content.mediaType, length: content.body.count)))
        receiver.send(.bytes(content.body))
    }

    private func sendFile(at url: URL, to receiver: LoadReceiver) throws(LoadingError) {
        let file = try open(url)
        defer { try? file.close() }
        let length = try reading(url) {
            let end = try file.seekToEnd()
            try file.seek(toOffset: 0)
            return Int(clamping: end)
        }
        try check(length, of: url)
        receiver.send(.response(head(of: url, type: nil, length: length)))
        var received = 0
        while receiver.isActive {
            let chunk = try reading(url) { try file.read(upToCount: Self.chunkSize) }
            guard let chunk, !chunk.isEmpty else { break }
            received += chunk.count
            try check(received, of: url)
            receiver.send(.bytes(chunk))
        }
    }

    /// Opens a regular file: others, such as named pipes, might never end.
    private func open(_ url: URL) throws(LoadingError) -> FileHandle {
        let path = url.path(percentEncoded: false)
        // The system would open the file that is named before it.
        if path.utf8.contains(0) { throw unreadable(url, "the path contains a null character") }
        // Without waiting for a process that writes to a pipe.
        let descriptor = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(url, String(cString: strerror(errno))) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable(url, "not a regular file")
        }
        return file
    }

    private func unreadable(_ url: URL, _ description: String) -> LoadingError {
        LoadingError(url: url, reason: .unreadableFile(description: description))
    }

    private func check(_ length: Int, of url: URL) throws(LoadingError) {
        if length > maximumBytes { throw LoadingError(url: url, reason: .tooLarge(limit: maximumBytes)) }
    }

    private func head(of url: URL, type: String?, length: Int) -> URLResponse {
        URLResponse(url: url, mimeType: type, expectedContentLength: length, textEncodingName: nil)
    }

    private func reading<Result>(_ url: URL, _ read: () throws -> Result) throws(LoadingError) -> Result {
        do {
            return try read()
        } catch {
            throw unreadable(url, error.localizedDescription)
        }
    }
}

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The publishers of Foundation, and its coders.

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}

extension NotificationCenter {
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher { fatalError() }

    public struct Publisher: Declared {
        public typealias Output = Notification
        public typealias Failure = Never
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            fatalError()
        }
    }
}

extension Timer {
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
        in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher { fatalError() }

    public final class TimerPublisher: Declared, ConnectablePublisher {
        public typealias Output = Date
        public typealias Failure = Never
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) { fatalError() }
        public func connect() -> any Cancellable { fatalError() }
    }
}

extension URLSession {
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { fatalError() }
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher { fatalError() }

    public struct DataTaskPublisher: Declared {
        public typealias Output = (data: Data, response: URLResponse)
        public typealias Failure = URLError
        public init(request: URLRequest, session: URLSession) { fatalError() }
    }
}

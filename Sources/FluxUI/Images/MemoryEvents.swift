#if canImport(UIKit) || canImport(AppKit)
    import FluxImages
    import Foundation
    import Streams

    /// What the platform reports about memory.
    enum MemoryEvent: Sendable {
        /// Memory is low.
        case warning
        /// The app is not visible any more.
        case background
    }

    extension ImageLoader {
        /// Releases images automatically when the platform reports low memory, as long as the loader exists.
        ///
        /// A memory warning empties the memory cache, and lists release the images of rows that are not in
        /// view. When the app enters the background, or is hidden on macOS, a tenth of
        /// ``memoryCostLimit`` remains. Calling it again has no effect.
        public func trimAutomatically() {
            MemoryObserver.shared.add(self) { [weak self] event in
                switch event {
                case .warning: self?.trim(toCost: 0)
                case .background: self.map { $0.trim(toCost: $0.memoryCostLimit / 10) }
                }
                return self != nil
            }
        }
    }

    /// Calls loaders when the platform reports about memory.
    private final class MemoryObserver: Sendable {
        /// - Returns: Whether the loader exists.
        typealias Action = @Sendable (MemoryEvent) -> Bool

        static let shared = MemoryObserver()

        private let actions = Locked<[ObjectIdentifier: Action]>([:])

        private init() {
            MemoryEvent.observe { [self] in handle($0) }
        }

        func add(_ loader: AnyObject, _ action: @escaping Action) {
            _ = actions.withLock { $0.updateValue(action, forKey: ObjectIdentifier(loader)) }
        }

        private func handle(_ event: MemoryEvent) {
            for (id, action) in actions.withLock({ $0 }) where !action(event) {
                _ = actions.withLock { $0.removeValue(forKey: id) }
            }
        }
    }

    extension MemoryEvent {
        /// Calls a closure on the thread that posts a notification, as long as the process runs.
        ///
        /// - Parameter name: The value of the framework's constant, which belongs to the main actor in some
        ///   SDKs.
        fileprivate static func observe(_ name: String, _ action: @escaping @Sendable () -> Void) {
            _ = NotificationCenter.default.addObserver(
                forName: Notification.Name(name), object: nil, queue: nil
            ) { _ in action() }
        }
    }
#endif

#if canImport(UIKit)
    extension MemoryEvent {
        fileprivate static func observe(_ action: @escaping @Sendable (MemoryEvent) -> Void) {
            observe("UIApplicationDidReceiveMemoryWarningNotification") { action(.warning) }
            observe("UIApplicationDidEnterBackgroundNotification") { action(.background) }
        }
    }
#elseif canImport(AppKit)
    import AppKit
    import Dispatch

    extension MemoryEvent {
        fileprivate static func observe(_ action: @escaping @Sendable (MemoryEvent) -> Void) {
            observe("NSApplicationDidHideNotification") { action(.background) }
            let source = DispatchSource.makeMemoryPressureSource(
                eventMask: [.warning, .critical], queue: .main)
            source.setEventHandler { action(.warning) }
            source.activate()
            pressure = source
        }
    }

    /// Retained, because a source that is released is cancelled. Unsafe: written once, by the only observer.
    nonisolated(unsafe) private var pressure: (any DispatchSourceMemoryPressure)?
#endif

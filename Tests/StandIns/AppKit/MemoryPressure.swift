import Dispatch
import Synchronization

/// A source of events of memory pressure.
public protocol DispatchSourceMemoryPressure: AnyObject {
    func setEventHandler(handler: (@Sendable @convention(block) () -> Void)?)
    func activate()
}

extension DispatchSource {
    public struct MemoryPressureEvent: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal = MemoryPressureEvent(rawValue: 1)
        public static let warning = MemoryPressureEvent(rawValue: 2)
        public static let critical = MemoryPressureEvent(rawValue: 4)
    }

    public class func makeMemoryPressureSource(
        eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceMemoryPressure { MemoryPressureSource(eventMask) }
}

/// Not Dispatch's: raises an event of memory pressure.
@MainActor
public func raiseMemoryPressure(_ event: DispatchSource.MemoryPressureEvent) {
    for handler in activeSources.withLock({ $0 }).compactMap({ $0.handler(of: event) }) { handler() }
}

/// Sources that are released are cancelled.
private final class MemoryPressureSource: DispatchSourceMemoryPressure, Sendable {
    private let mask: DispatchSource.MemoryPressureEvent
    private let handler = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ mask: DispatchSource.MemoryPressureEvent) {
        self.mask = mask
    }

    func setEventHandler(handler: (@Sendable @convention(block) () -> Void)?) {
        self.handler.withLock { $0 = handler }
    }

    func activate() {
        activeSources.withLock { $0.append(WeakSource(self)) }
    }

    func handler(of event: DispatchSource.MemoryPressureEvent) -> (@Sendable () -> Void)? {
        mask.isDisjoint(with: event) ? nil : handler.withLock { $0 }
    }
}

private struct WeakSource: @unchecked Sendable {
    // Sendable: the reference is not written.
    private weak var source: MemoryPressureSource?

    init(_ source: MemoryPressureSource) {
        self.source = source
    }

    func handler(of event: DispatchSource.MemoryPressureEvent) -> (@Sendable () -> Void)? {
        source?.handler(of: event)
    }
}

private let activeSources = Mutex<[WeakSource]>([])

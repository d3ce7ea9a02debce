import Streams

/// A priority that changes while an image is being loaded.
///
/// ```swift
/// let priority = LiveImagePriority(.nearAhead)
/// let row = avatars.image(for: request, priority: priority)
///     .receive(on: .main)
///     .sink { state in imageView.image = state.image }
/// priority.value = .shown  // the row is in view now
/// ```
///
/// May be used from any thread, and by several images.
public final class LiveImagePriority: Sendable {
    private typealias Observer = (number: Int, changed: @Sendable (LiveImagePriority) -> Void)

    private struct State: Sendable {
        var need: ImageNeed
        /// In the order of their numbers.
        var observers: [Observer] = []
        var lastNumber = 0
    }

    private let state: Locked<State>

    /// Creates a priority.
    ///
    /// - Parameter value: The initial priority.
    public init(_ value: ImagePriority = .shown) {
        state = Locked(State(need: .priority(value)))
    }

    /// The priority. A change reorders the queued work of the image, in O(log *n*) for *n* waiting images.
    public var value: ImagePriority {
        get { if case .priority(let priority) = need { priority } else { .shown } }
        set { need = .priority(newValue) }
    }

    /// Makes the priority of a row of a list.
    @usableFromInline
    package init(row: Int, of list: ImageListID) {
        state = Locked(State(need: .row(row, of: list)))
    }

    /// When the image is needed.
    @usableFromInline package var need: ImageNeed {
        get { state.withLock { $0.need } }
        set {
            let observers = state.withLock { state -> [Observer] in
                if state.need == newValue { return [] }
                state.need = newValue
                return state.observers
            }
            for observer in observers { observer.changed(self) }
        }
    }

    /// Calls a closure after each change, with the priority. Its value may have changed again by then:
    /// changes on two threads call their closures in any order.
    ///
    /// - Returns: The number to remove the closure with.
    func observe(_ observer: @escaping @Sendable (LiveImagePriority) -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.observers.append((state.lastNumber, observer))
            return state.lastNumber
        }
    }

    func removeObserver(_ number: Int) {
        // Released outside the lock.
        _ = state.withLock { state in
            let index = state.observers.partitioningIndex { $0.number >= number }
            let isThere = index < state.observers.count && state.observers[index].number == number
            return isThere ? state.observers.remove(at: index) : nil
        }
    }
}

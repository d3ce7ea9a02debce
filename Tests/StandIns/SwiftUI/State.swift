/// A value that a view keeps while it is on the screen, by its place among the views: not that of the
/// structure that describes it, which is made anew.
@propertyWrapper
public struct State<Value> {
    private let place: StatePlace<Value>

    public init(wrappedValue value: Value) { place = StatePlace(value) }

    public var wrappedValue: Value {
        get { place.value.content }
        nonmutating set {
            place.value.content = newValue
            place.value.onChange()
        }
    }
}

/// What keeps the values of the views of a screen.
@MainActor
final class ViewMemory {
    private var values: [[AnyHashable]: AnyObject] = [:]
    private var used: Set<[AnyHashable]> = []
    private let onChange: @MainActor () -> Void

    init(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

    /// Connects the properties of a view to the values that it kept before.
    func connect(_ view: Any, at path: [AnyHashable]) {
        for property in Mirror(reflecting: view).children {
            guard let state = property.value as? any ConnectedState else { continue }
            let place = path + [property.label]
            used.insert(place)
            values[place] = state.connect(to: values[place]) { [onChange] in
                MainActor.assumeIsolated { onChange() }
            }
        }
    }

    /// Forgets the values of views that were not drawn.
    func endDrawing() {
        values = values.filter { used.contains($0.key) }
        used = []
    }
}

protocol ConnectedState {
    /// - Returns: The value, made if there is none.
    func connect(to value: AnyObject?, onChange: @escaping () -> Void) -> AnyObject
}

extension State: ConnectedState {
    func connect(to value: AnyObject?, onChange: @escaping () -> Void) -> AnyObject {
        if let value = value as? KeptValue<Value> { place.value = value }
        place.value.onChange = onChange
        return place.value
    }
}

/// Where a structure finds its value.
private final class StatePlace<Value> {
    var value: KeptValue<Value>

    init(_ content: Value) { value = KeptValue(content) }
}

private final class KeptValue<Value> {
    var content: Value
    var onChange: () -> Void = {}

    init(_ content: Value) { self.content = content }
}

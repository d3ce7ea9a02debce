/// What belongs to a view through all the values that describe it.
@propertyWrapper
struct State<Value> {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

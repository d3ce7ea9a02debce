import Observation

/// Which properties of a model are observed, and which change.
///
/// A key path of a generic class is made again at each use, which takes some microseconds: too long for a
/// property that a view reads for each row. The key paths of this type stand for those of the model.
struct ModelProperties: Observable {
    typealias Property = KeyPath<Self, Void>

    var items: Void { () }
    var rows: Void { () }
    var isLoading: Void { () }
    var isStored: Void { () }
    var isPaging: Void { () }
    var error: Void { () }
    var newFailure: Void { () }
    var newScrollTarget: Void { () }
    var hasMore: Void { () }
    var phase: Void { () }
    var footer: Void { () }
    var state: Void { () }

    private let registrar = ObservationRegistrar()

    /// Records that a property is read.
    func access(_ property: Property) { registrar.access(self, keyPath: property) }

    /// Changes properties.
    ///
    /// - Parameters:
    ///   - properties: Those that will have other values.
    ///   - body: Changes the values.
    func change(_ properties: [Property], by body: () -> Void) {
        for property in properties { registrar.willSet(self, keyPath: property) }
        body()
        for property in properties { registrar.didSet(self, keyPath: property) }
    }
}

// Replaces the events of feeds, which have no subscriber here.

@usableFromInline
package final class PageEventHub: Sendable {
    @usableFromInline package init() {}

    @usableFromInline package let isObserved = false
}

@usableFromInline
package final class SessionTrace<Engine: SessionEngine>: Sendable {
    @usableFromInline package typealias Action = SessionAction<Engine.State, Engine.ID, Engine.Request>

    @usableFromInline package struct Step: Sendable {
        @usableFromInline package let actions: [Action]
    }

    @usableFromInline package let hub = PageEventHub()

    private init() {}

    @usableFromInline package func handle(_ event: Engine.Event, by engine: inout Engine?) -> Step {
        Step(actions: [])
    }

    @usableFromInline package func willPerform(_ action: Action) {}

    @usableFromInline package func didPerform(_ step: Step) {}

    @usableFromInline package func end(_ loads: ContiguousArray<Engine.ID>) {}
}

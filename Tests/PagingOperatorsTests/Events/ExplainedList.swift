import Foundation
import TestSupport

@testable import PagingOperators

/// An engine whose events are explained, as a session with a subscriber does it.
struct ExplainedList {
    typealias Engine = PagingEngine<Int, Int, Int>

    private(set) var engine: Engine
    /// The running loads, in the order of their start.
    private(set) var loads: [(id: LoadID, request: PageRequest<Int>)] = []
    let line: NumberLine

    /// - Parameters:
    ///   - rules: The rules of the list.
    ///   - line: The source.
    ///   - key: The key of the first page.
    ///   - findsRows: Whether the source finds the page of any row.
    init(
        _ rules: PagingRules, of line: NumberLine = NumberLine(count: 100), startingAt key: Int? = nil,
        findsRows: Bool = false
    ) {
        engine = Engine(
            rules: rules, transform: IdentityTransform<Int>(), start: PagingStart(key: key),
            keyForRow: { findsRows ? line.key(forRow: $0) : nil })
        self.line = line
    }

    /// A list with its first page loaded.
    static func loaded(
        _ rules: PagingRules, of line: NumberLine = NumberLine(count: 100), startingAt key: Int? = nil,
        findsRows: Bool = false
    ) -> Self {
        var list = Self(rules, of: line, startingAt: key, findsRows: findsRows)
        _ = list.handle(.start)
        _ = list.answer()
        return list
    }

    /// Handles an event.
    ///
    /// - Returns: The lines that explain it, without published states.
    mutating func handle(_ event: Engine.Event) -> [String] {
        let before = engine.situation
        let actions = engine.handle(event)
        let explanation = engine.explanation(of: event, from: before)
        var events = explanation.causes
        for action in actions {
            switch action {
            case .publish: break
            case .load(let id, let request):
                loads.append((id, request))
                let kind = PageEvent.Kind.started(
                    key: PageEvent.text(of: request.key), direction: request.direction, attempt: 1)
                events.append(.init(kind: kind, load: id.number))
            case .cancelLoad(let id):
                loads.removeAll { $0.id == id }
                events.append(.init(kind: .cancelled, load: id.number))
            }
        }
        return (events + explanation.reasons).map {
            PageEvent($0.kind, load: $0.load, session: 1).description
        }
    }

    mutating func send(_ signal: ListSignal) -> [String] { handle(.signal(signal)) }

    /// Answers the oldest load with its page.
    mutating func answer() -> [String] {
        let load = loads.removeFirst()
        return handle(.loaded(load.id, line.page(load.request.key)))
    }

    /// Answers the oldest load with another page.
    mutating func answer(_ page: Page<Int, Int>) -> [String] {
        handle(.loaded(loads.removeFirst().id, page))
    }

    mutating func fail() -> [String] { handle(.failed(loads.removeFirst().id, TestError.offline)) }
}

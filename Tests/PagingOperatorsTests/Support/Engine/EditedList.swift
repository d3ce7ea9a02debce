import Streams
import TestSupport

@testable import PagingOperators

/// A row with a version.
struct Post: Equatable, Sendable {
    let id: Int
    var text = ""
}

extension Page<Int, Post> {
    static func posts(_ ids: Int..., next: Int? = nil) -> Self { Page(ids.map { Post(id: $0) }, next: next) }
}

/// An engine and the edits that it observes.
struct EditedList {
    var list: EngineDriver<Post, Post>
    private let edits: FeedEdits<Post, Int>
    private let commands = Log<TransformCommand>()
    private let listening: AnyCancellable?
    private var performed = 0

    init(threshold: Int, _ makeTransform: (FeedEdits<Post, Int>) -> any PageTransform<Post, Post>) {
        self.init(PagingRules(threshold: threshold), makeTransform)
    }

    init(_ rules: PagingRules, _ makeTransform: (FeedEdits<Post, Int>) -> any PageTransform<Post, Post>) {
        edits = FeedEdits { $0.id }
        let transform = makeTransform(edits)
        list = EngineDriver(rules, transform: transform)
        listening = transform.commands?.observe { [commands] in commands.append($0) }
        list.start()
    }

    var ids: [Int] { list.rows.map(\.id) }

    /// Makes edits and passes their commands to the engine.
    @discardableResult
    mutating func edit<Result>(_ make: (FeedEdits<Post, Int>) -> Result) -> Result {
        let result = make(edits)
        passCommands()
        return result
    }

    mutating func revert(_ edit: FeedEdit) {
        edit.revert()
        passCommands()
    }

    mutating func confirm(_ edit: FeedEdit) {
        edit.confirm()
        passCommands()
    }

    private mutating func passCommands() {
        for command in commands.entries[performed...] { list.perform(command) }
        performed = commands.count
    }
}

extension EditedList {
    /// A list with its first page loaded.
    static func loaded(threshold: Int = 0, _ page: Page<Int, Post>) -> Self {
        var edited = Self(threshold: threshold) { EditTransform($0) }
        edited.list.answer(page)
        return edited
    }
}

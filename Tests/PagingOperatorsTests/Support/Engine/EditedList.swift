import Streams
import TestSupport

@testable import PagingOperators

/// A row that can be told from its earlier self.
struct Post: Equatable, Sendable {
    let id: Int
    var text = ""
}

extension Page<Int, Post> {
    static func posts(_ ids: Int..., next: Int? = nil) -> Self { Page(ids.map { Post(id: $0) }, next: next) }
}

/// An engine and the edits that it listens to.
struct EditedList {
    var list: EngineDriver<Post, Post>
    private let edits: FeedEdits<Post, Int>
    private let commands = Log<TransformCommand>()
    private let listening: AnyCancellable?
    private var performed = 0

    init(threshold: Int, _ makeTransform: (FeedEdits<Post, Int>) -> any PageTransform<Post, Post>) {
        edits = FeedEdits { $0.id }
        let transform = makeTransform(edits)
        list = EngineDriver(PagingRules(threshold: threshold), transform: transform)
        listening = transform.observeCommands { [commands] in commands.append($0) }
        list.start()
    }

    var ids: [Int] { list.rows.map(\.id) }

    /// Makes an edit, or several, and lets the engine hear of it.
    @discardableResult
    mutating func edit<Result>(_ make: (FeedEdits<Post, Int>) -> Result) -> Result {
        let result = make(edits)
        hear()
        return result
    }

    mutating func revert(_ edit: FeedEdit) {
        edit.revert()
        hear()
    }

    private mutating func hear() {
        for command in commands.entries[performed...] { list.perform(command) }
        performed = commands.count
    }
}

extension EditedList {
    /// A list whose first page is in.
    static func loaded(threshold: Int = 0, _ page: Page<Int, Post>) -> Self {
        var edited = Self(threshold: threshold) { EditTransform($0) }
        edited.list.answer(page)
        return edited
    }
}

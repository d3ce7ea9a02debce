import PagingSimulation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Versions of rows that a server pushes.
struct PushedRowsTests {
    @Test func rowsAreUpdatedAndDeletedInOneState() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        let count = posts.list.states.count
        posts.edit { $0.apply(updated: [Post(id: 1, text: "new"), Post(id: 3, text: "new")], deleted: [2]) }
        #expect(posts.list.rows == [Post(id: 1, text: "new"), Post(id: 3, text: "new")])
        #expect(posts.list.states.count == count + 1)
        #expect(posts.list.state.change == RowChange(removed: [1..<2], updated: [0..<2]))
    }

    @Test func rowsThatAreLoadedLaterHaveTheLatestVersion() {
        var posts = EditedList.loaded(.posts(1, next: 1))
        posts.edit { edits in
            edits.apply(updated: [Post(id: 2, text: "older")])
            edits.apply(updated: [Post(id: 2, text: "new")], deleted: [3])
        }
        posts.list.send(.loadMore)
        posts.list.answer(.posts(2, 3, 4))
        #expect(posts.list.rows == [Post(id: 1), Post(id: 2, text: "new"), Post(id: 4)])
    }

    @Test func updateShowsADeletedRowAgain() {
        var posts = EditedList.loaded(.posts(1, 2))
        posts.edit { $0.apply(deleted: [1]) }
        #expect(posts.ids == [2])
        posts.edit { $0.apply(updated: [Post(id: 1, text: "restored")]) }
        #expect(posts.list.rows == [Post(id: 1, text: "restored"), Post(id: 2)])
    }

    @Test func refreshDropsWhatWasPushedBeforeItBegan() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        posts.edit { $0.apply(updated: [Post(id: 1, text: "old")], deleted: [2]) }
        posts.list.send(.refresh)
        posts.edit { $0.apply(deleted: [3]) }
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.list.rows == [Post(id: 1), Post(id: 2)])
    }

    @Test func optimisticEditAppliesToTheNewVersion() {
        var posts = EditedList.loaded(.posts(1))
        let edit = posts.edit { $0.update(1) { $0.text += "!" } }
        posts.edit { $0.apply(updated: [Post(id: 1, text: "new")]) }
        #expect(posts.list.rows == [Post(id: 1, text: "new!")])
        posts.revert(edit)
        #expect(posts.list.rows == [Post(id: 1, text: "new")])
    }

    @Test func insertedRowIsUpdatedAndDeleted() {
        var posts = EditedList.loaded(.posts(1))
        posts.edit { $0.insert(Post(id: 9), at: .start) }
        posts.edit { $0.apply(updated: [Post(id: 9, text: "new")]) }
        #expect(posts.list.rows == [Post(id: 9, text: "new"), Post(id: 1)])
        posts.edit { $0.apply(deleted: [9]) }
        #expect(posts.ids == [1])
    }

    @Test func onlyTheLatestVersionOfARowIsKept() {
        var pages = EditedPages<Post, Int>(identity: RowIdentity { $0.id })
        for version in 0..<1000 {
            var rows = PushedRows<Post, Int>()
            rows.set(version % 3 == 0 ? nil : Post(id: version % 7, text: "\(version)"), for: version % 7)
            _ = pages.perform(.push(rows))
        }
        #expect(pages.pushed.identities.count == 7)
        #expect(pages.entries.isEmpty)
    }

    @Test func rowsThatArePushedBeforeTheFirstSessionAreOneCommand() {
        let edits = FeedEdits<Post, Int> { $0.id }
        for version in 0..<1000 { edits.apply(updated: [Post(id: version % 7, text: "\(version)")]) }
        let received = Log<EditCommand>()
        let session = edits.observe { received.append($0.edit) }
        #expect(received.count == 1)
        guard case .push(let pushed) = received.entries.first,
            let rows = pushed as? PushedRows<Post, Int>
        else { return #expect(Bool(false)) }
        #expect(rows.identities.count == 7)
        #expect(rows.version(of: 999 % 7)?.text == "999")
        session.cancel()
    }

    /// The same list by edits that are not merged: an update of each version, and a removal for each deletion
    /// that the next update reverts.
    @Test func rowsAreThoseOfEditsThatAreNotMerged() {
        Seeds.forEach(300) { random in
            var lists = PushedAndEdited(threshold: 0)
            for step in 0..<40 {
                lists.step(step, &random)
                try Mismatch.unless(
                    lists.pushed.list.rows == lists.edited.list.rows,
                    "\(lists.pushed.list.rows) in place of \(lists.edited.list.rows) at step \(step)")
            }
        }
    }
}

/// Two lists with the same edits, one of which receives the versions that a server pushes as edits.
private struct PushedAndEdited {
    var pushed: EditedList
    var edited: EditedList
    private var handles: [(pushed: FeedEdit, edited: FeedEdit)] = []
    private var deletions: [Int: FeedEdit] = [:]

    init(threshold: Int) {
        pushed = EditedList(threshold: threshold) { EditTransform($0) }
        edited = EditedList(threshold: threshold) { EditTransform($0) }
    }

    mutating func step(_ step: Int, _ random: inout SeededGenerator) {
        switch random.number(below: 10) {
        case 0: send(.refresh)
        case 1: send(.loadMore)
        case 2, 3: answer(step, &random)
        case 4: edit { $0.remove(step % 12) }
        case 5: edit { $0.insert(Post(id: 100 + step % 9), at: .after(step % 12)) }
        case 6: edit { $0.move(step % 12, to: .before(step % 7)) }
        case 7:
            guard !handles.isEmpty else { return }
            let edit = handles.remove(at: random.number(below: handles.count))
            pushed.revert(edit.pushed)
            edited.revert(edit.edited)
        default: push(step, &random)
        }
    }

    private mutating func push(_ step: Int, _ random: inout SeededGenerator) {
        let ids = (Array(0..<12) + Array(100..<109)).shuffled(using: &random).prefix(4)
        let updated = ids.prefix(random.number(below: 5)).map { Post(id: $0, text: "pushed \(step)") }
        let deleted = Array(ids.dropFirst(updated.count))
        pushed.edit { $0.apply(updated: updated, deleted: deleted) }
        for post in updated {
            if let deletion = deletions.removeValue(forKey: post.id) { edited.revert(deletion) }
            edited.edit { $0.update(post.id) { $0 = post } }
        }
        for id in deleted {
            let deletion = deletions.updateValue(edited.edit { $0.remove(id) }, forKey: id)
            if let deletion { edited.revert(deletion) }
        }
    }

    private mutating func edit(_ make: (FeedEdits<Post, Int>) -> FeedEdit) {
        handles.append((pushed.edit(make), edited.edit(make)))
    }

    private mutating func send(_ signal: ListSignal) {
        pushed.list.send(signal)
        edited.list.send(signal)
    }

    private mutating func answer(_ step: Int, _ random: inout SeededGenerator) {
        guard !pushed.list.running.isEmpty else { return }
        let ids = Array(0..<12).shuffled(using: &random).prefix(random.number(below: 6))
        let page = Page(ids.map { Post(id: $0, text: "page \(step)") }, next: random.chance(80) ? step : nil)
        pushed.list.answer(page)
        edited.list.answer(page)
    }
}

import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Edits that are confirmed, of rows whose pages are requested again or leave a window.
struct ConfirmedEditTests {
    /// Pages with edits, which appends a mark to the text of a row.
    private struct EditedPagesDriver {
        var pages: TransformDriver<Post, Post>
        private let edits = FeedEdits<Post, Int> { $0.id }
        private let commands = Log<TransformCommand>()
        private let listening: AnyCancellable?
        private var performed = 0

        init(_ first: Int...) {
            let transform = EditTransform(edits)
            pages = TransformDriver(transform)
            listening = transform.commands?.observe { [commands] in commands.append($0) }
            pages.append(first.map { Post(id: $0) })
        }

        var ids: [Int] { pages.rows.map(\.id) }

        var texts: [String] { pages.rows.map(\.text) }

        @discardableResult
        mutating func edit<Result>(_ make: (FeedEdits<Post, Int>) -> Result) -> Result {
            let result = make(edits)
            for command in commands.entries[performed...] { pages.perform(command) }
            performed = commands.count
            return result
        }

        mutating func mark(_ id: Int) -> FeedEdit { edit { $0.update(id) { $0.text += "!" } } }
    }

    @Test(arguments: [Edge.start, .end]) func pageThatIsRequestedLaterHasTheEdit(edge: Edge) {
        var list = EditedPagesDriver(1)
        let update = list.mark(2)
        list.edit { _ in update.confirm() }
        list.pages.loadBegins(beyond: edge)
        let page = [Post(id: 2, text: "!")]
        if edge == .end { list.pages.append(page) } else { list.pages.prepend(page) }
        #expect(list.texts.joined() == "!")
        // It has ended.
        list.edit { _ in update.revert() }
        #expect(list.texts.joined() == "!")
    }

    @Test func pageThatWasRequestedBeforeDoesNotHaveTheEdit() {
        var list = EditedPagesDriver(1)
        let update = list.mark(2)
        list.pages.loadBegins(beyond: .end)
        list.edit { _ in update.confirm() }
        list.pages.append([Post(id: 2)])
        #expect(list.texts == ["", "!"])
        list.pages.removeLast()
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 2, text: "!")])
        #expect(list.texts == ["", "!"])
    }

    @Test func editThatIsNotConfirmedAppliesToLaterPages() {
        var list = EditedPagesDriver(1)
        let (confirmed, pending) = (list.mark(2), list.mark(2))
        list.edit { _ in confirmed.confirm() }
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 2, text: "!")])
        #expect(list.texts == ["", "!!"])
        list.edit { _ in pending.revert() }
        #expect(list.texts == ["", "!"])
    }

    /// Of two edits of a row, the newer one is confirmed first. The row would fall back to the older one.
    @Test func editThatFollowsAPendingOneStays() {
        var list = EditedPagesDriver(1)
        let on = list.edit { $0.update(2) { $0.text = "on" } }
        let off = list.edit { $0.update(2) { $0.text = "off" } }
        list.edit { _ in off.confirm() }
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 2, text: "off")])
        #expect(list.texts == ["", "off"])
        list.edit { _ in on.confirm() }
        #expect(list.texts == ["", "off"])
        // Both end with the next page.
        list.pages.removeLast()
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 2, text: "new")])
        #expect(list.texts == ["", "new"])
    }

    @Test func moveThatFollowsAPendingOneStays() {
        var list = EditedPagesDriver(1, 2)
        list.edit { $0.move(4, to: .before(1)) }
        list.edit { $0.move(4, to: .after(1)).confirm() }
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 3), Post(id: 4)])
        #expect(list.ids == [1, 4, 2, 3])
    }

    @Test func editOfARowOnAnOlderPageStays() {
        var list = EditedPagesDriver(1, 2)
        let update = list.mark(2)
        list.edit { _ in update.confirm() }
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 2, text: "!")])
        #expect(list.texts.prefix(2) == ["", "!"])
    }

    @Test func removedRowStaysRemoved() {
        var list = EditedPagesDriver(1)
        list.edit { $0.remove(2).confirm() }
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 2), Post(id: 3)])
        #expect(list.ids == [1, 3])
    }

    @Test func movedRowIsWhereALaterPageHasIt() {
        var list = EditedPagesDriver(1, 2)
        let move = list.edit { $0.move(4, to: .before(1)) }
        list.edit { _ in move.confirm() }
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 3), Post(id: 4)])
        #expect(list.ids == [1, 2, 3, 4])
    }

    /// A refresh keeps the edit that is confirmed while it runs. Its first page may be older; the next one is
    /// not.
    @Test func pageAfterARefreshHasTheEdit() {
        var list = EditedPagesDriver(1)
        let update = list.mark(2)
        list.pages.refreshBegins()
        list.edit { _ in update.confirm() }
        list.pages.beginGeneration()
        list.pages.append([Post(id: 1)])
        list.pages.loadBegins(beyond: .end)
        list.pages.append([Post(id: 2, text: "!")])
        #expect(list.texts == ["", "!"])
    }

    /// Once the list of the refresh is shown, an edit that was not confirmed has ended.
    @Test(arguments: [true, false]) func editThatIsConfirmedDuringARefreshStays(isShown: Bool) {
        var list = EditedPagesDriver(1)
        let (update, reverted) = (list.mark(2), list.mark(2))
        list.pages.refreshBegins()
        list.pages.beginGeneration()
        list.pages.append([])
        if isShown { list.pages.settle() }
        list.edit { _ in reverted.revert() }
        for edit in [update, reverted] { list.edit { _ in edit.confirm() } }
        list.pages.append([Post(id: 2)])
        #expect(list.texts == [isShown ? "" : "!"])
    }

    /// Pages without rows, at both edges of the list.
    @Test(arguments: [Edge.start, .end]) func confirmedRowStaysOnItsPage(edge: Edge) {
        var list = EditedPagesDriver(1)
        func add(_ items: [Post]) {
            if edge == .end { list.pages.append(items) } else { list.pages.prepend(items) }
        }
        func remove() { if edge == .end { list.pages.removeLast() } else { list.pages.removeFirst() } }
        func shows(_ ids: [Int]) -> Bool { list.ids == (edge == .end ? ids : ids.reversed()) }
        add([])
        list.pages.setEnds(start: true, end: true)
        list.edit { $0.insert(Post(id: 10), at: edge == .end ? .end : .start).confirm() }
        #expect(shows([1, 10]))
        add([Post(id: 2)])
        #expect(shows([1, 10, 2]))
        list.edit { $0.update(10) { $0.text = "!" } }
        #expect(list.texts == ["", "!", ""])
        // It leaves a window with the page.
        list.pages.setEnds(start: edge == .end, end: edge == .start)
        remove()
        #expect(shows([1, 10]))
        remove()
        #expect(shows([1]))
    }

    /// Messages that are sent at both ends of a list, whose pages may be without rows, and those that others
    /// add there: confirmed ones are in the order of the server, and drafts are beyond them.
    @Test func confirmedRowsAreInTheOrderOfTheServer() {
        Seeds.forEach(300) { random in
            var list = EditedPagesDriver()
            list.pages.setEnds(start: true, end: true)
            var confirmed: [Int] = []
            var drafts = Edges<[(id: Int, edit: FeedEdit)]>(start: [], end: [])
            var (last, log) = (0, "")
            for _ in 0..<random.number(below: 20) {
                let edge = random.chance(70) ? Edge.end : .start
                last += 1
                switch random.number(below: 5) {
                case 0:
                    let ids = Array(last..<last + random.number(below: 3))
                    last += ids.count
                    log += " \(ids) added at the \(edge)"
                    if edge == .end {
                        list.pages.append(ids.map { Post(id: $0) })
                        confirmed += ids
                    } else {
                        list.pages.prepend(ids.map { Post(id: $0) })
                        confirmed = ids + confirmed
                    }
                    list.pages.settle()
                case 1, 2:
                    log += " \(last) sent at the \(edge)"
                    let edit = list.edit { $0.insert(Post(id: last), at: edge == .end ? .end : .start) }
                    drafts[edge].append((last, edit))
                case 3 where !drafts[edge].isEmpty:
                    let draft = drafts[edge].remove(at: random.number(below: drafts[edge].count))
                    log += " \(draft.id) confirmed"
                    confirmed = edge == .end ? confirmed + [draft.id] : [draft.id] + confirmed
                    list.edit { _ in draft.edit.confirm() }
                case 4 where !confirmed.isEmpty:
                    let id = confirmed.remove(at: random.number(below: confirmed.count))
                    log += " \(id) removed"
                    list.edit { $0.remove(id) }
                default: break
                }
                let expected = drafts.start.reversed().map(\.id) + confirmed + drafts.end.map(\.id)
                try Mismatch.unless(list.ids == expected, "\(list.ids) in place of \(expected):\(log)")
            }
        }
    }

    /// A confirmed row at the end leaves a window with the page of its neighbor, and not to the end.
    @Test func confirmedRowLeavesWithItsPage() {
        var list = EditedPagesDriver(1, 2)
        list.pages.setEnds(start: true, end: true)
        list.edit { $0.insert(Post(id: 10), at: .end).confirm() }
        list.pages.append([Post(id: 3)])
        #expect(list.ids == [1, 2, 10, 3])
        list.pages.setEnds(start: false, end: true)
        list.pages.removeFirst()
        #expect(list.ids == [3])
        list.pages.loadBegins(beyond: .start)
        list.pages.prepend([1, 2, 10].map { Post(id: $0) })
        #expect(list.ids == [1, 2, 10, 3])
    }

    /// The pages of a refresh that is running may be older than the confirmation.
    @Test(arguments: [true, false]) func rowThatIsConfirmedDuringARefreshIsInIt(isConfirmedBefore: Bool) {
        var list = EditedPagesDriver(1, 2)
        list.pages.setEnds(start: true, end: true)
        let insertion = list.edit { $0.insert(Post(id: 10), at: .end) }
        if isConfirmedBefore { list.edit { _ in insertion.confirm() } }
        list.pages.append([Post(id: 3)])
        list.pages.refreshBegins()
        if !isConfirmedBefore { list.edit { _ in insertion.confirm() } }
        list.pages.setEnds(start: true, end: false)
        list.pages.removeLast()
        list.pages.removeLast()
        list.pages.beginGeneration()
        list.pages.append([1, 2, 3].map { Post(id: $0) })
        list.pages.setEnds(start: true, end: true)
        #expect(list.ids == [1, 2, 3] + (isConfirmedBefore ? [] : [10]))
    }

    /// The same of one that is confirmed under another identity, and that a page has brought meanwhile.
    @Test func savedRowLeavesWithItsPage() {
        var list = EditedPagesDriver(1)
        list.pages.setEnds(start: true, end: true)
        list.edit { $0.insert(Post(id: -1), at: .end, survivesRefresh: true) }
        list.edit { $0.confirm(-1, as: Post(id: 2)) }
        list.pages.append([Post(id: 2)])
        list.pages.append([Post(id: 3)])
        list.pages.setEnds(start: false, end: true)
        list.pages.removeFirst()
        list.pages.removeFirst()
        #expect(list.ids == [3])
    }

    @Test func rowThatIsNotConfirmedReturnsToItsEnd() {
        var list = EditedPagesDriver(1, 2)
        list.pages.setEnds(start: true, end: true)
        list.edit { $0.insert(Post(id: 10), at: .end) }
        list.pages.append([Post(id: 3)])
        list.pages.setEnds(start: false, end: true)
        list.pages.removeFirst()
        #expect(list.ids == [3, 10])
    }

    /// A screen that is opened again, with the edits of the one before.
    @Test func pendingEditsTakeEffectInEachSession() {
        let edits = FeedEdits<Post, Int> { $0.id }
        func rows() -> [Post] {
            let transform = EditTransform(edits)
            let commands = Log<TransformCommand>()
            let listening = transform.commands?.observe { commands.append($0) }
            var list = TransformDriver<Post, Post>(transform)
            list.append([Post(id: 1), Post(id: 2)])
            list.setEnds(start: true, end: true)
            for command in commands.entries { list.perform(command) }
            listening?.cancel()
            return list.rows
        }
        let like = edits.update(1, survivesRefresh: true) { $0.text += "!" }
        edits.update(1) { $0.text += "?" }
        let insertion = edits.insert(Post(id: -1), at: .end, survivesRefresh: true)
        edits.update(-1, survivesRefresh: true) { $0.text += "a" }
        #expect(rows() == [Post(id: 1, text: "!?"), Post(id: 2), Post(id: -1, text: "a")])
        let pending = [Post(id: 1, text: "!"), Post(id: 2), Post(id: -1, text: "a")]
        #expect(rows() == pending)
        #expect(rows() == pending)
        like.confirm()
        #expect(rows().first == Post(id: 1))
        // A row that was inserted under another identity is updated under that of the server.
        edits.confirm(-1, as: Post(id: 2))
        #expect(rows() == [Post(id: 1), Post(id: 2, text: "a")])
        // Also if that happens while there is no session.
        edits.insert(Post(id: -2), at: .start, survivesRefresh: true)
        #expect(rows().map(\.id) == [-2, 1, 2])
        edits.update(-2, survivesRefresh: true) { $0.text += "b" }
        edits.confirm(-2, as: Post(id: 1))
        #expect(rows() == [Post(id: 1, text: "b"), Post(id: 2, text: "a")])
        insertion.revert()
        edits.remove(2, survivesRefresh: true).revert()
        #expect(rows() == [Post(id: 1, text: "b"), Post(id: 2, text: "a")])
    }

    @Test func nothingIsKeptOfAnEditThatIsRevertedWithoutASession() {
        let edits = FeedEdits<Post, Int> { $0.id }
        func mark(_ token: Token) -> FeedEdit { edits.update(1) { $0.text = token.pass("?") } }
        edits.update(1) { $0.text += "!" }
        var token = Optional(Token())
        let held = Weak(token!)
        let edit = mark(token!)
        token = nil
        #expect(held.object != nil)
        edit.revert()
        #expect(held.object == nil)
        let commands = Log<TransformCommand>()
        let transform = EditTransform(edits)
        let listening = transform.commands?.observe { commands.append($0) }
        var list = TransformDriver<Post, Post>(transform)
        list.append([Post(id: 1)])
        for command in commands.entries { list.perform(command) }
        #expect(commands.entries.count == 1)
        #expect(list.rows == [Post(id: 1, text: "!")])
        listening?.cancel()
    }

    /// The insertion tells a session under which identity its row is confirmed.
    @Test func editsOfAConfirmedRowWhoseInsertionIsRevertedStay() {
        let edits = FeedEdits<Post, Int> { $0.id }
        let insertion = edits.insert(Post(id: -1), at: .start)
        edits.update(-1) { $0.text += "!" }
        edits.insert(Post(id: 50), at: .after(-1))
        edits.confirm(-1, as: Post(id: 7))
        insertion.revert()
        let commands = Log<TransformCommand>()
        let transform = EditTransform(edits)
        let listening = transform.commands?.observe { commands.append($0) }
        var list = TransformDriver<Post, Post>(transform)
        list.append([Post(id: 7), Post(id: 8)])
        for command in commands.entries { list.perform(command) }
        #expect(list.rows == [Post(id: 7, text: "!"), Post(id: 50), Post(id: 8)])
        listening?.cancel()
    }
}

import Flux
import Foundation
import Observation
import SwiftUIStandIn
import TestSupport
import Testing

private let github = GitHub(users: 1...500)

// snippet: begin
let library = OffsetPages(limit: 20) { offset, limit in
    let users = try await github.users(offset: offset, limit: limit)
    return FetchedItems(users, total: 500)
}

struct LibraryView: View {
    @State var model = PagingModel { signals in
        signals
            .paginate(PagingRules(threshold: 5, maxRows: 200, showsPlaceholders: true), from: library)
            .dedupe(by: \.id)
    }

    var body: some View {
        ScrollViewReader { proxy in
            List {
                ForEach(model.rows) { row in
                    Text(row.item?.login ?? "…")
                        .onAppear { model.appeared(row.id) }
                        .onDisappear { model.disappeared(row.id) }
                }
                LibraryFooter(model: model)
            }
            .overlay { LibraryOverlay(model: model) }
            .task { model.loadInitial() }
            .refreshable { await model.refresh() }
            .onChange(of: model.newScrollTarget) { _, new in
                guard let target = new?.target, target.row < model.rows.count else { return }
                proxy.scrollTo(model.rows[target.row].id, anchor: target.isJump ? .top : nil)
            }
        }
    }
}
// snippet: end

// snippet: begin
struct LibraryOverlay: View {
    let model: PagingModel<User>

    var body: some View {
        switch model.phase {
        case .firstLoad: ProgressView()
        case .empty: Text("No users")
        case .failed: Button("Try again") { model.retry() }
        case .idle, .content: EmptyView()
        }
    }
}

struct LibraryFooter: View {
    let model: PagingModel<User>

    var body: some View {
        switch model.footer {
        case .loading: ProgressView()
        case .failed: Button("Load more") { model.retry() }
        case .none, .end: EmptyView()
        }
    }
}
// snippet: end

/// A list whose failures are presented in an alert, and a button that jumps.
private struct AlertingView: View {
    let model: PagingModel<User>

    var body: some View {
        let list = List {
            ForEach(model.items) { user in Text(user.login) }
            // snippet: begin
            Button("Go to the last user") {
                if !model.rows.isEmpty { model.jump(toRow: model.rows.count - 1) }
            }
            // snippet: end
        }
        // snippet: begin
        let failure = model.newFailure
        let isPresented = Binding(
            get: { @MainActor in model.newFailure != nil },
            set: { @MainActor _ in failure.map(model.acknowledge) })

        list.alert(Text("Not loaded"), isPresented: isPresented, presenting: failure) { _ in
            Button("Try again") { model.retry() }
        } message: { failure in
            Text("\(failure.error)")
        }
        // snippet: end
    }
}

extension PagingModel {
    fileprivate var isBusy: Bool { isLoading || isPaging }
}

/// The code of the article about observing a list, and what it says.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ObservingArticleTests {
    private let server = GitHub(users: 1...100)

    private func makeScreen() async -> (SwiftUIScreen, PagingModel<User>) {
        let view = LibraryView()
        let screen = SwiftUIScreen(view, height: 10)
        let model = view.model
        #expect(screen.overlay == ["spinner"])
        await screen.appear()
        await screen.wait { screen.lines.count == 500 && !model.isBusy }
        return (screen, model)
    }

    @Test func everyUserHasARowBeforeItIsLoaded() async {
        let (screen, model) = await makeScreen()
        #expect(screen.overlay == [])
        #expect(screen.linesInView == (1...10).map { "user \($0)" })
        #expect(screen.lines.last == "…")
        screen.scroll(by: 10)
        await screen.wait { model.items.count == 40 && !model.isBusy }
        #expect(screen.linesInView == (11...20).map { "user \($0)" })
        await screen.pull()
        await screen.wait { !model.isBusy }
        #expect(screen.lines.count == 500)
    }

    @Test func placeholdersInViewAreLoaded() async {
        let (screen, model) = await makeScreen()
        screen.scroll(by: 25)
        await screen.wait { !model.isBusy && !screen.linesInView.contains("…") }
        #expect(screen.linesInView == (26...35).map { "user \($0)" })
    }

    @Test func rowOfAJumpIsAtTheTop() async {
        let (screen, model) = await makeScreen()
        for _ in 1...2 {
            model.jump(toRow: 300)
            await screen.wait { screen.linesInView.first == "user 301" }
            screen.scroll(by: 5)
            await screen.wait { !model.isBusy }
        }
        #expect(model.newScrollTarget?.id == 2)
    }

    @Test func failuresOfFurtherPagesAreInTheFooter() async {
        let (source, server) = (users(limit: 20), server)
        let model = PagingModel(threshold: 5, from: source)
        let footer = SwiftUIScreen(LibraryFooter(model: model))
        let overlay = SwiftUIScreen(LibraryOverlay(model: model))
        server.isDown.withLock { $0 = true }
        model.loadInitial()
        #expect(overlay.lines == ["spinner"])
        await overlay.wait { overlay.lines == ["Try again"] }
        server.isDown.withLock { $0 = false }
        overlay.tap("Try again")
        await overlay.wait { overlay.lines == [] }
        server.isDown.withLock { $0 = true }
        model.shown(row: 19)
        #expect(footer.lines == ["spinner"])
        await footer.wait { footer.lines == ["Load more"] }
        #expect(overlay.lines == [])
        server.isDown.withLock { $0 = false }
        footer.tap("Load more")
        await footer.wait { model.items.count == 40 }
    }

    @Test func eachFailureIsPresentedOnce() async {
        let (source, server) = (users(limit: 20), server)
        let model = PagingModel(threshold: 5, from: source)
        let screen = SwiftUIScreen(AlertingView(model: model))
        model.loadInitial()
        await screen.wait { screen.lines.count == 21 }
        #expect(screen.alert == nil)
        server.isDown.withLock { $0 = true }
        screen.tap("Go to the last user")
        await screen.wait { screen.alert?.title == "Not loaded" }
        screen.tap("Try again")
        await screen.wait { screen.alert != nil && model.newFailure?.id == 2 }
        server.isDown.withLock { $0 = false }
        screen.tap("Try again")
        await screen.wait { screen.lines.contains("user 20") && screen.alert == nil }
        #expect(model.error == nil)
    }

    @Test func emptyListSaysSo() async {
        let source = OffsetPages(limit: 20) { _, _ async throws -> [User] in [] }
        let model = PagingModel(threshold: 5, from: source)
        let screen = SwiftUIScreen(LibraryOverlay(model: model))
        model.loadInitial()
        await screen.wait { screen.lines == ["No users"] }
    }

    @Test func viewIsUpdatedByWhatItReads() async {
        let source = users(limit: 20)
        let model = PagingModel(threshold: 5, from: source)
        model.loadInitial()
        await wait { model.items.count == 20 }
        let changes = Locked<[String]>([])
        func observe(_ name: String, _ read: () -> Void) {
            withObservationTracking(read) { changes.withLock { $0.append(name) } }
        }
        observe("items") { _ = model.items }
        observe("footer") { _ = model.footer }
        observe("state") { _ = model.state }
        observe("phase") { _ = model.phase }
        model.shown(row: 19)
        #expect(changes.withLock { Set($0) } == ["footer", "state"])
        await wait { model.items.count == 40 }
        #expect(changes.withLock { Set($0) } == ["footer", "state", "items"])
    }

    @Test(arguments: [true, false])
    func rowThatIsRemovedComesBackIfTheServerRefuses(isDown: Bool) async throws {
        let (users, github) = (users(limit: 20), server)
        let avatars = ImageLoader { try Bitmap(png: $0) }
        // snippet: begin
        let edits = FeedEdits(by: \User.id)
        let model = PagingModel { signals in
            signals.paginate(threshold: 5, from: users)
                .dedupe(by: \.id)
                .edits(edits)
                .images(from: avatars) { ImageRequest(url: $0.avatarURL) }
        }
        // snippet: end
        model.loadInitial()
        await wait { model.items.count == 20 }
        let shown = Log<Int>()
        let (removals, removed) = AsyncStream.makeStream(of: Void.self)
        let states = model.states.sink { state in
            shown.append(state.items.filter { $0.id == 3 }.count)
            if shown.entries.last == 0 { removed.yield() }
        }
        github.isDown.withLock { $0 = isDown }
        // Not before the removal is shown, whose state could otherwise be replaced by that of the revert.
        github.answersDeletion.withLock { $0 = { for await _ in removals { return } } }
        // snippet: begin
        let removal = edits.remove(3)
        do {
            try await github.delete(3)
        } catch {
            removal.revert()
        }
        // snippet: end
        await wait { model.items.contains { $0.id == 3 } == isDown }
        #expect(shown.entries.contains(0))
        states.cancel()
    }

    @Test func statesArePrinted() async {
        let model = PagingModel(threshold: 5, from: users(limit: 20))
        let printed = Log<String>()
        func print(_ line: String) { printed.append(line) }
        // snippet: begin
        let subscription = model.states.sink { state in
            print("\(state.items.count) users, \(state.isLoading ? "loading" : "loaded")")
        }
        // snippet: end
        model.loadInitial()
        await wait { model.items.count == 20 }
        #expect(printed.entries == ["0 users, loading", "20 users, loaded"])
        subscription.cancel()
    }

    @Test func releasingTheModelCancelsItsLoads() async {
        let isCancelled = Locked(false)
        let endless = NumberPages(size: 10) { _, _ in
            Empty<[User], Never>(completeImmediately: false)
                .handleEvents(receiveCancel: { isCancelled.withLock { $0 = true } })
        }
        var model: PagingModel<User>? = PagingModel(threshold: 5, from: endless)
        weak let released = model
        model?.loadInitial()
        let states = model?.states.sink { _ in }
        #expect(!isCancelled.withLock { $0 })
        model = nil
        #expect(released == nil)
        #expect(isCancelled.withLock { $0 })
        states?.cancel()
    }

    private func users(limit: Int) -> OffsetPages<User, any Error> {
        OffsetPages(limit: limit) { [server] offset, limit in
            try await server.users(offset: offset, limit: limit)
        }
    }
}

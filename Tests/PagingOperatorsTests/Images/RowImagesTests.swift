import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import Testing

@testable import FluxImages
@testable import PagingOperators

struct RowImagesTests {
    private var harness = RowImagesHarness(near: 2, kept: 4)

    @Test mutating func rowsNearTheFirstAskBeforeAnyWasShown() {
        harness.append(0..<10)
        #expect(harness.takeLog() == ["load 0", "load 1", "load 2"])
        #expect(harness.states.count == 1)
        #expect(harness.states[0].change == RowChange(inserted: [0..<10]))
        #expect(
            harness.lines == Array(repeating: "loading 0/?", count: 3) + Array(repeating: "idle", count: 7))
        #expect(harness.rows.allSatisfy { $0.image.image == .placeholder })
    }

    @Test mutating func rowsNearTheShownOneAskAndThoseThatAreLeftCancelAndGoIdle() {
        harness.append(0..<10)
        _ = harness.takeLog()
        harness.show(4)
        #expect(harness.takeLog() == ["load 4", "load 5", "load 6", "load 3", "cancel 0", "cancel 1"])
        #expect(harness.states.last?.change == RowChange(updated: [0..<2, 3..<7]))
        #expect(harness.lines[0..<2] == ["idle", "idle"])
        #expect(harness.rows[0].image.image == .placeholder)
        harness.show(4)
        #expect(harness.takeLog().isEmpty)
    }

    /// A screen that reports each row when it comes into view shows the ones before as well.
    @Test mutating func rowsReportedOneByOneAreInViewTogether() {
        harness = RowImagesHarness(near: 20, kept: 40, height: 10)
        harness.append(0..<100)
        for row in 0..<10 { harness.show(row) }
        #expect(harness.position?.shown == 0..<10)
        harness.show(10)
        #expect(harness.position?.shown == 1..<11)
        // A jump.
        for row in 50..<66 { harness.show(row) }
        #expect(harness.position?.shown == 56..<66)
        harness.show(55)
        #expect(harness.position?.shown == 55..<65)
        #expect(harness.position?.isForward == false)
        harness.show(20..<40)
        #expect(harness.position?.shown == 20..<40)
        // The screen is higher than was said.
        for row in 40..<50 { harness.show(row) }
        #expect(harness.position?.shown == 30..<50)
        harness.reload(0..<100)
        harness.show(7)
        #expect(harness.position?.shown.upperBound == 8)
    }

    /// As a grid reports the cells of a line.
    @Test mutating func rowsReportedInAnyOrderAreInViewTogether() {
        harness = RowImagesHarness(near: 20, kept: 40, height: 12)
        harness.append(0..<100)
        for row in Array(0..<12) + [14, 12, 13] { harness.show(row) }
        #expect(harness.position?.shown == 3..<15)
        // Rows are removed: no more are in view than there are.
        harness.replace(Array(13..<100), change: RowChange(removed: [0..<13]))
        #expect(harness.position.map { $0.shown.lowerBound >= 0 } == true)
    }

    /// A screen of 20 rows, of which 12 are assumed to be in view, reports each row that changes.
    @Test(arguments: [2, 20])
    mutating func rowsThatAreReportedAsTheyChangeComeToRest(near: Int) {
        harness = RowImagesHarness(near: near, kept: near, height: 12)
        harness.append(0..<100)
        var (handled, reports, rows) = (harness.states.count, 0, Array(0..<20))
        while !rows.isEmpty, reports < 1000 {
            harness.show(rows.removeFirst())
            reports += 1
            for state in harness.states[handled...] {
                rows.insert(contentsOf: state.change.updated.joined().filter { $0 < 20 }, at: 0)
            }
            handled = harness.states.count
        }
        #expect(reports < 300)
        #expect(harness.imageStates[0..<20].allSatisfy { $0.isLoading })
    }

    /// Rows come into view one by one at either end, or the list jumps there and back.
    @Test(arguments: [0, 20])
    mutating func heightDoesNotGrowWhereTheListIsScrolledBackAndForth(near: Int) {
        harness = RowImagesHarness(near: near, kept: near, height: 12)
        harness.append(0..<200)
        for _ in 0..<10 {
            for row in 0..<60 { harness.show(row) }
            for row in (0..<48).reversed() { harness.show(row) }
        }
        #expect(harness.position?.shown == 0..<12)
        for _ in 0..<10 { for row in [0, 40, 80] { harness.show(row) } }
        for row in 81..<92 { harness.show(row) }
        #expect(harness.position?.shown == 80..<92)
        harness.replace(Array(0..<200), change: RowChange(updated: [92..<120]))
        for row in 92..<120 { harness.show(row) }
        #expect(harness.position?.shown == 108..<120)
    }

    @Test mutating func memoryWarningKeepsTheImagesOfRowsReportedOneByOne() {
        harness = RowImagesHarness(near: 20, kept: 40, height: 10)
        harness.append(0..<100)
        for row in 0..<10 { harness.show(row) }
        harness.succeed(Array(harness.running))
        harness.warnOfMemory()
        #expect(harness.lines.prefix(10).allSatisfy { $0.hasPrefix("loaded") })
        #expect(harness.lines[10...].allSatisfy { $0 == "idle" })
    }

    @Test mutating func eachPreviewIsShown() throws {
        harness.append(0..<1)
        let load = try #require(harness.load(of: 0))
        let progress = ImageProgress(received: 50, expected: 100)
        harness.advance(load, to: 50, of: 100)
        harness.preview(load, "blurred", number: 1, at: progress)
        #expect(harness.rows[0].image == .loading(progress, placeholder: Picture("blurred")))
        harness.preview(load, "sharper", number: 2, at: ImageProgress(received: 100, expected: 100))
        #expect(harness.rows[0].image.image == Picture("sharper"))
        let count = harness.states.count
        harness.preview(load, "sharper", number: 2, at: ImageProgress(received: 100, expected: 100))
        #expect(harness.states.count == count)
    }

    /// The URL of an image may get another signature while the image stays the same.
    /// The URL may be another one each time that it is asked for.
    @Test func failedRowWhoseURLAlwaysDiffersIsLoadedOnce() {
        let count = Locked(0)
        var images = RowImages<Int, Picture>(
            range: ImageRange(near: 2, kept: 4), placeholder: nil,
            request: { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return ImageRequest(url: .picture(of: number), identity: "the same")
            }, cachedImage: { _ in nil })
        let list = ViewState<Int>(items: PagedItems([1]), change: RowChange(inserted: [0..<1]))
        var loads: [(ImageLoadID, URL)] = []
        for case .load(let id, .load(let request, _)) in images.handle(.list(list)) {
            loads.append((id, request.url))
        }
        let error = LoadingError(url: .image, reason: .status(404, retryAfter: nil))
        let results = ImageResults<Picture>()
        for (id, _) in loads {
            _ = results.append(.state(.failed(.notLoaded(error), fallback: nil)), of: id)
            _ = results.append(.end, of: id)
        }
        for case .load(let id, .load(let request, _)) in images.handle(.results(results)) {
            loads.append((id, request.url))
        }
        #expect(loads.count == 1 && images.list.items[0].image.error != nil)
    }

    @Test(arguments: [false, true]) func failedRowWithARenewedURLLoadsAgain(isLoading: Bool) throws {
        var images = RowImages<Int, Picture>(
            range: ImageRange(near: 2, kept: 4), placeholder: nil,
            request: { ImageRequest(url: .picture(of: $0), identity: "the same") }, cachedImage: { _ in nil })
        var loads: [(id: ImageLoadID, url: URL)] = []
        func handle(_ event: RowImages<Int, Picture>.Event) {
            for case .load(let id, .load(let request, _)) in images.handle(event) {
                loads.append((id, request.url))
            }
        }
        func fail() throws {
            let load = try #require(loads.last)
            let error = LoadingError(url: load.url, reason: .status(403, retryAfter: nil))
            let results = ImageResults<Picture>()
            _ = results.append(.state(.failed(.notLoaded(error), fallback: nil)), of: load.id)
            _ = results.append(.end, of: load.id)
            handle(.results(results))
        }
        var state = ViewState<Int>(items: PagedItems([1]), change: RowChange(inserted: [0..<1]))
        handle(.list(state))
        if !isLoading { try fail() }
        state.items = PagedItems([2])
        state.change = RowChange(updated: [0..<1])
        handle(.list(state))
        if isLoading { try fail() }
        #expect(loads.map(\.url) == [.picture(of: 1), .picture(of: 2)])
        #expect(images.list.items[0].image.isLoading)
        try fail()
        #expect(loads.count == 2 && images.list.items[0].image.error != nil)
    }

    @Test mutating func aHintThatChangesNothingIsNoState() {
        harness.append(0..<3)
        let count = harness.states.count
        harness.show(0)
        harness.show(1)
        #expect(harness.states.count == count)
    }

    @Test mutating func aHintBeforeTheFirstPageWaitsForIt() {
        harness.show(5)
        #expect(harness.states.isEmpty)
        harness.append(0..<10)
        #expect(harness.takeLog() == ["load 5", "load 6", "load 7", "load 4", "load 3"])
    }

    @Test mutating func aHintFarBeyondTheEndHarmsNothing() {
        harness.append(0..<3)
        harness.show(.max)
        #expect(harness.running.isEmpty)
        harness.show(0)
        #expect(harness.running.count == 3)
    }

    @Test mutating func aNewPageAsksForItsNearRowsOnly() {
        harness.append(0..<3)
        harness.show(2)
        _ = harness.takeLog()
        harness.append(3..<10)
        #expect(harness.takeLog() == ["load 3", "load 4"])
        #expect(harness.states.last?.change == RowChange(inserted: [3..<10]))
    }

    @Test mutating func aStateWithoutNewRowsIsPassedOn() {
        harness.append(0..<3)
        harness.startAppending()
        #expect(harness.states.last?.isPaging == true)
        #expect(harness.states.last?.change == RowChange.none)
        #expect(harness.running.count == 3)
    }

    @Test mutating func aMemoryHitIsInTheFirstStateAndAsksForNothing() {
        harness.cache.store(0)
        harness.cache.store(2)
        harness.append(0..<3)
        #expect(harness.states.count == 1)
        #expect(
            harness.lines == ["loaded cached 0 from memory", "loading 0/?", "loaded cached 2 from memory"])
        #expect(harness.takeLog() == ["load 1"])
    }

    @Test mutating func aRowWithoutAnImageStaysIdle() {
        harness.append([-1, 1, -2])
        #expect(harness.lines == ["idle", "loading 0/?", "idle"])
        #expect(harness.takeLog() == ["load 1"])
    }

    @Test mutating func anImageAndAnErrorUpdateTheirRow() throws {
        harness.append(0..<3)
        harness.succeed(try #require(harness.load(of: 1)))
        #expect(harness.states.last?.change == RowChange(updated: [1..<2]))
        harness.fail(try #require(harness.load(of: 2)))
        #expect(harness.states.last?.change == RowChange(updated: [2..<3]))
        #expect(harness.lines == ["loading 0/?", "loaded 1.png from network", "failed"])
        #expect(harness.rows[2].image.image == .fallback)
        #expect(harness.states.last?.error == nil)
    }

    @Test(arguments: [true, false])
    func resultForARemovedRowIsDropped(isSuccess: Bool) throws {
        var harness = harness
        harness.append(0..<10)
        let late = try #require(harness.load(of: 0))
        harness.show(9)
        harness.show(0)
        let count = harness.states.count
        isSuccess ? harness.succeed(late) : harness.fail(late)
        harness.advance(late, to: 5, of: 10)
        #expect(harness.states.count == count)
        #expect(harness.lines[0] == "loading 0/?")
    }

    @Test(arguments: [true, false])
    func resultOfAnOlderGenerationIsDropped(isSuccess: Bool) throws {
        var harness = harness
        harness.append(0..<5)
        let late = try #require(harness.load(of: 0))
        harness.reload(10..<15)
        let count = harness.states.count
        isSuccess ? harness.succeed(late) : harness.fail(late)
        #expect(harness.states.count == count)
        #expect(harness.lines[0] == "loading 0/?")
    }

    @Test mutating func aReloadAsksAnewBeforeItCancels() {
        harness.append(0..<3)
        _ = harness.takeLog()
        harness.reload([2, 7, 0])
        #expect(
            harness.takeLog() == ["load 2", "load 7", "load 0", "cancel 0", "cancel 1", "cancel 2"])
        #expect(harness.states.last?.change == .reload)
    }

    @Test mutating func afterAReloadThatIsShorterTheFirstRowsAsk() {
        harness.append(0..<20)
        harness.show(15)
        harness.reload(30..<40)
        #expect(harness.load(of: 30) != nil)
        #expect(harness.running.count == 3)
    }

    @Test mutating func aListWithoutRowsCancelsEverything() {
        harness.append(0..<5)
        harness.reload([])
        #expect(harness.running.isEmpty)
        #expect(harness.isAtRest)
        harness.append(0..<5)
        #expect(harness.running.count == 3)
    }

    @Test mutating func aThousandStepsOfProgressAreTenStatesAtMost() throws {
        harness.append([0])
        let id = try #require(harness.load(of: 0))
        let count = harness.states.count
        for step in 1...1000 { harness.advance(id, to: step, of: 1000) }
        #expect(harness.states.count - count == 9)
        #expect(harness.lines == ["loading 900/1000"])
    }

    @Test mutating func progressTowardsAnUnknownWholeIsShownAtEachDoubling() throws {
        harness.append([0])
        let id = try #require(harness.load(of: 0))
        let count = harness.states.count
        for step in 1...1000 { harness.advance(id, to: step, of: nil) }
        #expect(harness.states.count - count == 10)
        #expect(harness.lines == ["loading 512/?"])
    }

    @Test mutating func imagesThatAreFarAreGivenBackAndComeAgainFromMemory() throws {
        harness.append(0..<20)
        harness.succeed(try #require(harness.load(of: 0)))
        harness.succeed(try #require(harness.load(of: 1)))
        harness.show(4)
        #expect(harness.lines[0..<2] == ["loaded 0.png from network", "loaded 1.png from network"])
        harness.show(5)
        #expect(harness.lines[0..<2] == ["idle", "loaded 1.png from network"])
        #expect(harness.rows[0].image.image == .placeholder)
        _ = harness.takeLog()

        harness.cache.store(0)
        harness.show(2)
        #expect(harness.lines[0] == "loaded cached 0 from memory")
        // The other row has kept its image, and loads nothing.
        #expect(harness.lines[1] == "loaded 1.png from network")
        #expect(!harness.log.contains("load 0") && !harness.log.contains("load 1"))
    }

    @Test mutating func aFailedRowIsTriedAgainWhenItComesNearAgainAndNotBefore() throws {
        harness.append(0..<20)
        harness.fail(try #require(harness.load(of: 0)))
        harness.show(1)
        #expect(harness.load(of: 0) == nil)
        harness.show(19)
        #expect(harness.lines[0] == "failed")
        harness.show(0)
        #expect(harness.lines[0] == "loading 0/?")
        harness.succeed(try #require(harness.load(of: 0)))
        #expect(harness.lines[0] == "loaded 0.png from network")
    }

    @Test mutating func rowsWithTheSamePictureLoadItEachForItself() throws {
        harness.append([1, 1001])
        #expect(harness.takeLog() == ["load 1", "load 1"])
        harness.succeed(try #require(harness.load(of: 1)))
        #expect(harness.rows.count(where: \.image.isLoading) == 1)
        harness.succeed(try #require(harness.load(of: 1)))
        #expect(harness.isAtRest)
    }

    /// Rows inserted or removed before others used to drop images without an update in the change.
    @Test mutating func rowsThatMoveAreToldTruly() throws {
        harness.append(0..<10)
        harness.show(6)
        for number in 4...8 { harness.succeed(try #require(harness.load(of: number))) }
        harness.replace([20, 21] + Array(0..<10), change: RowChange(inserted: [0..<2]))
        harness.replace(Array(4..<10), change: RowChange(removed: [0..<6]))
    }

    @Test mutating func rowsThatMoveTakeTheirImagesTheirLoadsAndTheFocusAlong() throws {
        harness.append(0..<20)
        harness.show(10)
        harness.succeed(try #require(harness.load(of: 10)))
        _ = harness.takeLog()
        harness.replace([30, 31, 32] + Array(0..<20), change: RowChange(inserted: [0..<3]))
        #expect(harness.takeLog().isEmpty)
        #expect(harness.states.last?.change == RowChange(inserted: [0..<3]))
        #expect(harness.lines[13] == "loaded 10.png from network")
        harness.succeed(try #require(harness.load(of: 11)))
        #expect(harness.states.last?.change == RowChange(updated: [14..<15]))
        #expect(harness.rows[14].item == 11)

        harness.replace(Array(5..<20), change: RowChange(removed: [0..<8]))
        #expect(harness.takeLog().isEmpty)
        #expect(harness.lines[5] == "loaded 10.png from network")
    }

    @Test mutating func aRowThatIsRemovedCancelsAndTheNextOneThatComesNearAsks() {
        harness.append(0..<20)
        harness.show(10)
        _ = harness.takeLog()
        harness.replace(Array(0..<9) + Array(10..<20), change: RowChange(removed: [9..<10]))
        #expect(harness.takeLog() == ["load 7", "cancel 9"])
    }

    @Test mutating func anUpdatedRowKeepsItsImageUnlessItsAddressIsAnother() throws {
        harness.append(0..<5)
        for number in 0...2 { harness.succeed(try #require(harness.load(of: number))) }
        _ = harness.takeLog()
        harness.replace([1000, 101, -1, 3, 4], change: RowChange(updated: [0..<3]))
        #expect(harness.takeLog() == ["load 101"])
        #expect(harness.lines[0..<3] == ["loaded 0.png from network", "loading 0/?", "idle"])
        #expect(harness.states.last?.change == RowChange(updated: [0..<3]))
        harness.replace([2000, 102, 2, 3, 4], change: RowChange(updated: [0..<3]))
        #expect(harness.takeLog() == ["load 102", "load 2", "cancel 101"])
    }

    @Test mutating func aFailedRowThatIsUpdatedIsNotTriedAgainForTheSameAddress() throws {
        harness.append(0..<3)
        harness.fail(try #require(harness.load(of: 0)))
        harness.replace([1000, 1, 2], change: RowChange(updated: [0..<1]))
        #expect(harness.lines[0] == "failed")
        harness.replace([5, 1, 2], change: RowChange(updated: [0..<1]))
        #expect(harness.lines[0] == "loading 0/?")
    }

    @Test mutating func anUpdatedRowShowsTheImageThatIsInMemoryByNow() throws {
        harness.append(0..<3)
        harness.succeed(try #require(harness.load(of: 0)))
        harness.fail(try #require(harness.load(of: 1)))
        for number in 0...1 { harness.cache.store(number) }
        _ = harness.takeLog()
        harness.replace([1000, 1001, 2], change: RowChange(updated: [0..<2]))
        #expect(
            harness.lines == ["loaded cached 0 from memory", "loaded cached 1 from memory", "loading 0/?"])
        #expect(harness.takeLog().isEmpty)
    }

    @Test mutating func placeholdersHaveNoImagesAndCountAsRows() throws {
        harness.take(
            ViewState(
                items: PagedItems(Array(50..<60)), change: RowChange(inserted: [0..<110]),
                placeholdersBefore: 50, placeholdersAfter: 50))
        #expect(harness.takeLog() == ["load 50", "load 51", "load 52"])
        harness.show(48)
        #expect(harness.takeLog() == ["cancel 51", "cancel 52"])
        harness.succeed(try #require(harness.load(of: 50)))
        #expect(harness.states.last?.change == RowChange(updated: [50..<51]))

        // The placeholders around the focus become items.
        harness.take(
            ViewState(
                items: PagedItems(Array(40..<60)), change: RowChange(updated: [40..<50]),
                placeholdersBefore: 40, placeholdersAfter: 50))
        #expect(harness.takeLog() == ["load 48", "load 47", "load 46", "load 49"])
        #expect(harness.states.last?.change == RowChange(updated: [40..<50]))
        #expect(harness.lines[10] == "loaded 50.png from network")
    }

    @Test mutating func aReloadTakesOverTheImagesThatAreThere() throws {
        harness.append(0..<5)
        harness.succeed(try #require(harness.load(of: 1)))
        _ = harness.takeLog()
        harness.reload([7, 1, 0])
        #expect(harness.lines == ["loading 0/?", "loaded 1.png from memory", "loading 0/?"])
        #expect(harness.takeLog() == ["load 7", "load 0", "cancel 0", "cancel 2"])
    }

    @Test mutating func rowsThatMoveKeepTheirImages() {
        harness.append(0..<3)
        harness.show(0..<2)
        if let id = harness.load(of: 0) { harness.succeed(id) }
        _ = harness.takeLog()
        harness.replace([1, 2, 0], change: RowChange(moved: [RowChange.Move(from: 0, to: 2)]))
        #expect(harness.takeLog() == [])
        #expect(harness.rows.map(\.image.isLoading) == [true, true, false])
        #expect(harness.rows[2].image.image == Picture("0.png"))
    }

    @Test mutating func rowThatMovesFarAwayCancelsItsLoad() {
        harness.append(0..<10)
        harness.show(0..<2)
        _ = harness.takeLog()
        harness.replace(
            Array(1..<10) + [0], change: RowChange(moved: [RowChange.Move(from: 0, to: 9)]))
        #expect(harness.takeLog() == ["load 4", "cancel 0"])
    }

    @Test mutating func loaderKnowsTheRowsInViewAndHowTheyHaveChanged() {
        harness.append(0..<20)
        #expect(harness.position == ListPosition(shown: 0..<1))
        harness.show(8..<10)
        #expect(harness.position == ListPosition(shown: 8..<10))
        // The list scrolls back by a row.
        harness.show(7..<9)
        #expect(harness.position == ListPosition(shown: 7..<9, isForward: false))
        // A row is inserted above them: all rows are renumbered.
        harness.replace([100] + Array(0..<20), change: RowChange(inserted: [0..<1]))
        #expect(harness.position == ListPosition(shown: 8..<10, isForward: false))
        #expect(harness.scrolls == [false, true, true, false])
    }

    @Test mutating func listKeepsAsManyImagesAsThereIsRoomFor() {
        harness = RowImagesHarness(near: 4, kept: 6)
        harness.append(0..<40)
        harness.show(10..<14)
        harness.succeed(Array(harness.running))
        #expect(harness.held.count == 12)
        harness.setRoom(9)
        // Two before and two after the four in view.
        #expect(harness.rows.indices.filter { harness.rows[$0].image.isFinal } == Array(8..<16))
        harness.show(11..<15)
        #expect(harness.takeLog().suffix(1) == ["load 16"])
        harness.setRoom(0)
        #expect(harness.rows.indices.filter { !harness.rows[$0].image.isIdle } == Array(11..<15))
        // More rows load once the list is scrolled, not before.
        harness.setRoom(.max)
        #expect(harness.rows.indices.filter { !harness.rows[$0].image.isIdle } == Array(11..<15))
        harness.show(12..<16)
        let idle = harness.rows.indices.filter { harness.rows[$0].image.isIdle }
        #expect(idle == Array(0..<8) + Array(20..<40))
    }

    @Test mutating func memoryWarningReleasesRowsOutOfViewUntilTheListIsScrolled() {
        harness.append(0..<20)
        harness.show(8..<10)
        harness.succeed(Array(harness.running))
        harness.warnOfMemory()
        #expect(harness.rows.indices.filter { !harness.rows[$0].image.isIdle } == [8, 9])
        #expect(harness.held.count == 2)
        _ = harness.takeLog()
        harness.show(9..<11)
        #expect(harness.takeLog() == ["load 10", "load 11", "load 12", "load 7"])
    }

    /// The engine reports the rows in view with the state of the page, and not again.
    @Test mutating func rowsLoadAgainWhenThePageThatScrollingLoadsArrives() {
        harness.append(0..<20)
        harness.show(8..<10)
        harness.succeed(Array(harness.running))
        harness.warnOfMemory()
        _ = harness.takeLog()
        var state = harness.list
        state.items.append(Array(20..<30))
        state.change = RowChange(inserted: [20..<30])
        state.focusRows = 9..<11
        harness.receive(state)
        #expect(harness.takeLog() == ["load 10", "load 11", "load 12", "load 7"])
    }

    @Test mutating func newerImageReplacesAStaleOneAsAnUpdatedRow() throws {
        harness.append(0..<3)
        let id = try #require(harness.load(of: 1))
        harness.show(id, "stale")
        #expect(harness.lines[1] == "loaded stale from disk")
        harness.succeed(id)
        #expect(harness.lines[1] == "loaded 1.png from network")
        #expect(harness.states.last?.change == RowChange(updated: [1..<2]))
    }

    @Test mutating func staleImageStaysWhenItsRowIsNoLongerNear() throws {
        harness.append(0..<10)
        let id = try #require(harness.load(of: 1))
        harness.show(id, "stale")
        harness.show(4)
        #expect(harness.lines[1] == "loaded stale from disk")
        #expect(!harness.running.contains(id))
    }

    @Test mutating func resultsThatArriveTogetherMakeOneState() {
        harness.append(0..<3)
        let count = harness.states.count
        harness.succeed(harness.running.sorted { $0.number < $1.number })
        #expect(harness.states.count == count + 1)
        #expect(harness.states.last?.change == RowChange(updated: [0..<3]))
    }
}

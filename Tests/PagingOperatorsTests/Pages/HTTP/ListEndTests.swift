import FluxLoading
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// No list ends silently before its items do.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ListEndTests {
    private func incomplete(_ read: Int, of total: Int = 95) -> HTTPPageError.Reason {
        .nextPage(.incomplete(read: read, total: total))
    }

    // MARK: Pages after the last

    /// As Crossref does, whose cursor never ends.
    @Test(arguments: ["/list", "/list?cursor=*"])
    func emptyPageAfterTheStatedTotalIsTheLast(path: String) async throws {
        let list = try await LoadedList(path) { request in
            let start = request.number("cursor", or: 0)
            return .text("{\"total-results\":95,\"items\":\(array(start)),\"next-cursor\":\"\(start + 20)\"}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 6)
    }

    @Test func emptyPageBeforeTheStatedTotalIsNotTheLast() async throws {
        let list = try await LoadedList { request in
            let start = request.number("cursor", or: 0)
            let items = start == 40 ? "[]" : array(start == 60 ? 40 : start)
            let next = start < 60 ? "\"\(start + 20)\"" : "null"
            return .text("{\"total\":60,\"items\":\(items),\"next_cursor\":\(next)}")
        }
        #expect(list.ids == Array(0..<60))
        #expect(list.failure == nil)
    }

    @Test(arguments: ["[]", "null", #"[{"rel":"self","href":"/"}]"#, #"[{"rel":"next","href":""}]"#])
    func arrayWithoutALinkToTheNextPageIsTheEnd(links: String) async throws {
        let list = try await LoadedList { request in
            let next = request.number("page") == 1 ? #"[{"rel":"next","href":"?page=2"}]"# : links
            return .text("{\"items\":\(array((request.number("page") - 1) * 20)),\"links\":\(next)}")
        }
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == nil)
    }

    // MARK: Counts

    @Test func status404WithinTheCountIsAFailure() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            return page == 3
                ? .failure(status: 404, message: "shard missing")
                : .text("{\"items\":\(array((page - 1) * 20)),\"total\":95,\"page\":\(page),\"pages\":5}")
        }
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == .status(404, message: "shard missing", retryAfter: nil))
    }

    @Test(arguments: [true, false])
    func emptyPageWithinTheCountDoesNotEndTheList(statesPages: Bool) async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let items = page == 3 ? "[]" : array((page - 1) * 20)
            return .text(
                "{\"items\":\(items),\"total\":95,\"page\":\(page)\(statesPages ? ",\"pages\":5" : "")}")
        }
        #expect(list.ids == (statesPages ? Array(0..<40) + Array(60..<95) : Array(0..<40)))
        #expect(list.failure == incomplete(statesPages ? 75 : 40))
    }

    @Test func totalThatBecomesThatOfThePageIsNotTaken() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let total = page == 1 ? 95 : 20
            return .text("{\"items\":\(array((page - 1) * 20)),\"page\":\(page),\"total\":\(total)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    /// Items that are deleted while the list is read are not missing.
    @Test func smallerTotalCountsIfAsManyWereRead() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let count = page == 1 ? 50 : 45
            let next = page < 3 ? "\"?page=\(page + 1)\"" : "null"
            return .text(
                "{\"items\":\(array((page - 1) * 20, of: count)),\"count\":\(count),\"next\":\(next)}")
        }
        #expect(list.ids == Array(0..<45))
        #expect(list.failure == nil)
    }

    @Test(arguments: [
        "{\"count\":95,\"page\":1,\"results\":ITEMS,\"stats\":{\"total\":7}}",
        "{\"filters\":{\"page\":9,\"total\":3},\"data\":ITEMS,\"meta\":{\"total_count\":95,\"current_page\":1}}",
        "{\"results\":ITEMS,\"facets\":{\"brand\":[{\"v\":1}]},\"meta\":{\"total\":\"95\",\"page\":\"1\"}}",
    ])
    func totalIsThatOfTheItems(body: String) async throws {
        let list = try await LoadedList { request in
            .text(body.replacing("ITEMS", with: array((request.number("page") - 1) * 20)))
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 5)
    }

    @Test(arguments: ["/list", "/list?from=0&size=10"])
    func totalOfElasticsearchIsNotThatOfItsShards(path: String) async throws {
        let list = try await LoadedList(path) { request in
            let items = array(request.number("from", or: 0), size: 10)
            return .text("{\"_shards\":{\"total\":5},\"hits\":{\"total\":{\"value\":95},\"hits\":\(items)}}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 10)
    }

    /// Elasticsearch counts up to 10,000 items.
    @Test(arguments: ["/list", "/list?from=0&size=10"], ["gte", "eq"])
    func totalThatIsALowerBoundDoesNotEndTheList(path: String, relation: String) async throws {
        let list = try await LoadedList(path) { request in
            let total = "{\"value\":60,\"relation\":\"\(relation)\"}"
            let items = array(request.number("from", or: 0), size: 10)
            return .text("{\"hits\":{\"total\":\(total),\"hits\":\(items)}}")
        }
        #expect(list.ids == Array(0..<(relation == "gte" ? 95 : 60)))
        #expect(list.failure == nil)
    }

    @Test(arguments: ["/list", "/list?from=0&size=10"])
    func lowerBoundThatIsTheNumberOfThePagesItemsDoesNotEndTheList(path: String) async throws {
        let list = try await LoadedList(path) { request in
            let items = array(request.number("from", or: 0), size: 10)
            return .text("{\"hits\":{\"total\":{\"value\":10,\"relation\":\"gte\"},\"hits\":\(items)}}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    /// Solr counts up to the number `minExactCount` of a request.
    @Test(arguments: ["/list", "/list?start=0"], [10, 20])
    func numberThatIsNotExactDoesNotEndTheList(path: String, least: Int) async throws {
        let list = try await LoadedList(path) { request in
            let start = request.number("start", or: 0)
            let found = min(95, start + least)
            return .text(
                "{\"response\":{\"numFound\":\(found),\"start\":\(start),\"numFoundExact\":\(found == 95),"
                    + "\"docs\":\(array(start, size: 10))}}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    @Test func exactNumberEndsTheList() async throws {
        let list = try await LoadedList("/list?start=0") { request in
            let start = request.number("start", or: 0)
            return .text(
                "{\"response\":{\"numFound\":95,\"start\":\(start),\"numFoundExact\":true,"
                    + "\"docs\":\(array(start))}}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 5)
    }

    /// An estimate, as PostgREST has it with `count=planned`.
    @Test(arguments: [21, 50, 79, 90])
    func totalThatWasExceededDoesNotEndTheList(total: Int) async throws {
        let list = try await LoadedList("/list?limit=20") { request in
            let start = request.number("offset", or: 0)
            return .text(array(start)).with("Content-Range", "\(start)-\(min(start + 19, 94))/\(total)")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        // The last page is a short one.
        #expect(list.targets.count == 5)
    }

    /// Some servers respond with 404 after the last page.
    @Test(arguments: [(95, 5, 200), (100, 6, 200), (100, 6, 404)], ["total", "X-Total-Count"])
    func totalThatWasExceededDoesNotEndAListByNumber(
        count: (items: Int, pages: Int, last: Int), field: String
    ) async throws {
        let list = try await LoadedList("/list?page=1") { request in
            let page = request.number("page")
            if page == 6, count.last == 404 { return .failure(status: 404, message: "Invalid page.") }
            let items = array((page - 1) * 20, of: count.items)
            return field == "total"
                ? .text("{\"items\":\(items),\"page\":\(page),\"total\":42}") : .text(items).with(field, "42")
        }
        #expect(list.ids == Array(0..<count.items))
        #expect(list.failure == nil)
        #expect(list.targets.count == count.pages)
    }

    /// As GitHub's search, which counts all and returns the first 1,000.
    @Test(arguments: [
        NextPageRule.link, .page(total: "total_count"), .offset(total: "total_count"), .detected,
    ])
    func listMayEndBeforeItsTotal(rule: NextPageRule) async throws {
        for mayEnd in [true, false] {
            let list = try await LoadedList(next: rule, mayEndBeforeTotal: mayEnd) { request in
                let page = request.number("page")
                let first = request.number("offset", or: (page - 1) * 20)
                let response = HTTPResponse.text(
                    "{\"items\":\(array(first, of: 60)),\"total_count\":5000}")
                return first < 40 && [.link, .detected].contains(rule)
                    ? response.with("Link", "</list?page=\(page + 1)>; rel=\"next\"") : response
            }
            #expect(list.ids == Array(0..<60))
            #expect(list.failure == (mayEnd ? nil : incomplete(60, of: 5000)))
        }
    }

    @Test(arguments: [404, 416, 422])
    func statusMayEndAListBeforeItsTotal(status: Int) async throws {
        for mayEnd in [true, false] {
            let list = try await LoadedList(
                next: .page(total: "total_count"), mayEndBeforeTotal: mayEnd
            ) { request in
                let first = (request.number("page") - 1) * 20
                if first >= 60 { return .failure(status: status, message: "Only the first 60.") }
                return .text("{\"items\":\(array(first)),\"total_count\":5000}")
            }
            #expect(list.ids == Array(0..<60))
            let refusal = HTTPPageError.Reason.status(status, message: "Only the first 60.", retryAfter: nil)
            #expect(list.failure == (mayEnd ? nil : refusal))
        }
    }

    /// Some servers respond with 416 to an offset, or to a page number, after the last.
    @Test(arguments: ["offset", "page"], [nil, 42])
    func rangeThatTheListDoesNotHaveIsItsEnd(parameter: String, total: Int?) async throws {
        let list = try await LoadedList("/list?\(parameter)=\(parameter == "page" ? 1 : 0)&limit=20") {
            request in
            let number = request.number(parameter)
            let first = parameter == "page" ? (number - 1) * 20 : number
            if first >= 60 { return .failure(status: 416, message: "Range not satisfiable.") }
            let total = total.map { ",\"total\":\($0)" } ?? ""
            return .text("{\"items\":\(array(first)),\"\(parameter)\":\(number)\(total)}")
        }
        #expect(list.ids == Array(0..<60))
        #expect(list.failure == nil)
        #expect(list.targets.count == 4)
    }

    @Test func status416WithinTheTotalIsAFailure() async throws {
        let list = try await LoadedList("/list?offset=0&limit=20") { request in
            let offset = request.number("offset")
            if offset == 40 { return .failure(status: 416, message: "Range not satisfiable.") }
            return .text("{\"items\":\(array(offset)),\"offset\":\(offset),\"total\":95}")
        }
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == .status(416, message: "Range not satisfiable.", retryAfter: nil))
    }

    /// Of 42 pages with pinned items on the first one, none is requested after the last.
    @Test func furtherItemsOnTheFirstPageRequestNoFurtherPage() async throws {
        let list = try await LoadedList("/list?page=1") { request in
            let page = request.number("page")
            if page > 3 { return .failure(status: 404, message: "Invalid page.") }
            let items = page == 1 ? array(0, size: 22) : array(22 + (page - 2) * 20, of: 62)
            return .text("{\"items\":\(items),\"page\":\(page),\"total\":60}")
        }
        #expect(list.ids == Array(0..<62))
        #expect(list.failure == nil)
        #expect(list.targets.count == 3)
    }

    @Test(arguments: ["/list", "/list?page=1"])
    func countOfThePageIsNotThatOfTheList(path: String) async throws {
        let list = try await LoadedList(path) { request in
            let page = request.number("page")
            let count = page < 5 ? 20 : page == 5 ? 15 : 0
            return .text("{\"page\":\(page),\"count\":\(count),\"items\":\(array((page - 1) * 20))}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 6)
    }

    // MARK: Fields that end the list

    @Test func nullFieldDoesNotHideACount() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            return .text(
                "{\"items\":\(array((page - 1) * 20)),\"page\":\(page),\"total_pages\":5,\"total\":95,\"cursor\":null}"
            )
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 5)
    }

    @Test(arguments: [true, false])
    func nullOrMissingFieldWithALargerCountIsAFailure(isNull: Bool) async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let next = page == 1 ? ",\"next\":\"?page=2\"" : isNull ? ",\"next\":null" : ""
            return .text("{\"count\":95,\"results\":\(array((page - 1) * 20))\(next)}")
        }
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == incomplete(40))
    }

    @Test func linkToTheFirstPageDoesNotHideAField() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let next = page < 5 ? "\"?page=\(page + 1)\"" : "null"
            return .text("{\"results\":\(array((page - 1) * 20)),\"next\":\(next)}")
                .with("Link", "</list?page=1>; rel=\"first\"")
        }
        #expect(list.ids == Array(0..<95))
    }

    /// Where the list begins with a later page, the count is larger than what is read.
    @Test(arguments: ["/list?page=4", "/list?cursor=60"])
    func countOfAListThatBeginsLaterIsNoFailure(path: String) async throws {
        let list = try await LoadedList(path) { request in
            let start = request.query["cursor"].flatMap { Int($0) } ?? (request.number("page") - 1) * 20
            let next = start < 80 ? "\"?cursor=\(start + 20)\"" : "null"
            return .text("{\"count\":95,\"previous\":null,\"next\":\(next),\"results\":\(array(start))}")
        }
        #expect(list.ids == Array(60..<95))
        #expect(list.failure == nil)
    }

    // MARK: Flags

    @Test func flagEndsAListWhoseCursorGoesOn() async throws {
        let list = try await LoadedList { request in
            let start = request.number("cursor", or: 0)
            let end = min(95, start + 30)
            return .text(
                "{\"entries\":\(array(start, size: 30)),\"cursor\":\"\(end)\",\"has_more\":\(end < 95)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 4)
    }

    @Test func flagEndsAListWhoseAddressGoesOn() async throws {
        let list = try await LoadedList { request in
            let start = request.number("after", or: 0)
            let end = min(95, start + 30)
            return .text(
                "{\"users\":\(array(start, size: 30)),\"meta\":{\"has_more\":\(end < 95)},"
                    + "\"links\":{\"next\":\"/list?after=\(end)\"}}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 4)
    }

    @Test func listOfTheLastItemEndsWithItsFlag() async throws {
        let list = try await LoadedList { request in
            let start = request.query["starting_after"].flatMap { Int($0) }.map { $0 + 1 } ?? 0
            return .text(
                "{\"object\":\"list\",\"has_more\":\(start + 30 < 95),\"data\":\(array(start, size: 30))}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 4)
    }

    @Test func flagOfTheLastPageEndsAListByNumber() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page", or: 0)
            return .text(
                "{\"content\":\(array(page * 20)),\"pageable\":{\"pageNumber\":\(page)},\"number\":\(page),"
                    + "\"last\":\(page == 4)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 5)
    }

    @Test func flagEndsAListBeforeItsNumberOfPages() async throws {
        let list = try await LoadedList("/list?page=1") { request in
            let page = request.number("page")
            return .text(
                "{\"pageInfo\":{\"lastPage\":100,\"hasNextPage\":\(page < 5)},"
                    + "\"items\":\(array((page - 1) * 20))}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 5)
    }

    @Test(arguments: ["\"done\":true", "\"more\":false", "\"has_more\":false", "\"last\":true"])
    func flagThatMayMeanSomethingElseDoesNotEndAListBeforeItsNumberOfPages(flag: String) async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            return .text(
                "{\"page\":\(page),\"total_pages\":5,\(flag),\"items\":\(array((page - 1) * 20))}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 5)
    }

    /// Such as the state of a search.
    @Test(
        arguments: ["\"done\":true", "\"more\":false", "\"last\":true"],
        ["next", "next_cursor", "X-Next-Token"])
    func flagThatMayMeanSomethingElseDoesNotEndAListThatNamesItsNextPage(flag: String, field: String)
        async throws
    {
        let rule = field == "X-Next-Token" ? NextPageRule.header(field, as: "after") : .detected
        for next in field == "next_cursor" ? [rule, .cursor(at: "next_cursor", as: "cursor")] : [rule] {
            let list = try await LoadedList(next: next) { request in
                let start = request.number(field == "next_cursor" ? "cursor" : "after", or: 0)
                let body = "\(flag),\"items\":\(array(start))"
                if start == 80 { return .text("{\(body)}") }
                let value = field == "next" ? "/list?after=\(start + 20)" : "\(start + 20)"
                if field == "X-Next-Token" { return .text("{\(body)}").with(field, value) }
                return .text("{\(body),\"\(field)\":\"\(value)\"}")
            }
            #expect(list.ids == Array(0..<95))
            #expect(list.failure == nil)
            #expect(list.targets.count == 5)
        }
    }

    @Test(arguments: ["\"done\":true", "\"more\":false", "\"last\":true"])
    func flagThatMayMeanSomethingElseEndsAListWithAPageWithoutItems(flag: String) async throws {
        let list = try await LoadedList { request in
            let start = request.number("cursor", or: 0)
            return .text("{\(flag),\"items\":\(array(start)),\"next_cursor\":\"\(start + 20)\"}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 6)
    }

    @Test(arguments: [
        "\"has_more\":false", "\"end_of_stream\":true", "\"is_end\":true", "\"isLastPage\":true",
    ])
    func flagThatMeansNothingElseEndsAListThatNamesANextPage(flag: String) async throws {
        let list = try await LoadedList { _ in
            .text("{\(flag),\"items\":\(array(0)),\"next_cursor\":\"20\"}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    @Test func flagThatSaysMoreThanTheFieldIsAFailure() async throws {
        let list = try await LoadedList { request in
            .text("{\"items\":\(array(0)),\"next_cursor\":null,\"has_more\":true}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .nextPage(.missing("next_cursor", candidates: ["has_more"])))
    }

    // MARK: Bad next pages

    @Test(arguments: ["http://127.0.0.1:9/x", "http://h:port/", "\\ud800", "/list?page=2"])
    func itemsOfAPageWithABadNextAddressAreNotLost(next: String) async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            return .text(
                "{\"results\":\(array((page - 1) * 20)),\"next\":\"\(page == 1 ? "/list?page=2" : next)\"}")
        }
        #expect(list.ids == Array(0..<40))
        guard case .nextPage? = list.failure else {
            Issue.record("\(String(describing: list.failure))")
            return
        }
        #expect(list.targets.count == 2)
    }

    @Test func itemsOfAPageThatNamesAnEarlierOneAreNotLost() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            return .text(
                "{\"results\":\(array((page - 1) * 20)),\"next\":\"/list?page=\(page < 3 ? page + 1 : 2)\"}")
        }
        #expect(list.ids == Array(0..<60))
        #expect(list.other != nil)
    }

    @Test func itemsOfAPageWithoutTheExpectedLinkAreNotLost() async throws {
        let list = try await LoadedList(next: .link) { _ in
            .text("{\"results\":\(array(0)),\"next\":\"/list?page=2\"}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .nextPage(.missing(nil, candidates: ["next"])))
    }

    @Test func malformedLinkIsNotTheEnd() async throws {
        let list = try await LoadedList { _ in
            .text(array(0)).with("Link", "</list?page=1>; rel=first, ?page=2; rel=next")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .nextPage(.malformed(description: "the Link header is malformed")))
    }

    @Test func bracketsOfAnAddressDoNotEncodeTheRestAgain() async throws {
        let list = try await LoadedList("/list?filter=a%20b") { request in
            let page = request.number("page[number]")
            let isRight = request.query["filter"] == "a b"
            let next = page < 5 ? "\"/list?filter=a%20b&page[number]=\(page + 1)\"" : "null"
            return .text("{\"data\":\(isRight ? array((page - 1) * 20) : "[]"),\"links\":{\"next\":\(next)}}")
        }
        #expect(list.ids == Array(0..<95))
    }

    @Test func cursorIsNotGuessedForARequestWithABody() async throws {
        let respond = { @Sendable (request: HTTPRequest) in
            HTTPResponse.text(
                "{\"object\":\"list\",\"results\":\(array(request.number("start_cursor", or: 0))),"
                    + "\"next_cursor\":\(request.query["start_cursor"] == nil ? "\"20\"" : "null")}")
        }
        let list = try await LoadedList(method: "POST", respond: respond)
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .nextPage(.inBody(parameter: "cursor")))
        let given = try await LoadedList(
            next: .cursor(at: "next_cursor", as: "start_cursor"), method: "POST", respond: respond)
        #expect(given.ids == Array(0..<40))
        #expect(given.failure == nil)
    }

    @Test func noContentWithinTheCountIsAFailure() async throws {
        let list = try await LoadedList { request in
            request.number("page") == 1
                ? .text("{\"items\":\(array(0)),\"total\":95,\"page\":1}")
                : HTTPResponse(status: 204, body: Data())
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == incomplete(20))
    }

    // MARK: Headers

    @Test(arguments: [["X-WP-TotalPages": "5"], ["X-Next-Page": "2", "X-Total": "95"]])
    func headerFieldsAreCounts(fields: [String: String]) async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let body = page <= 5 ? array((page - 1) * 20) : "{\"code\":\"invalid_page_number\"}"
            return fields.reduce(.text(status: page <= 5 ? 200 : 400, body)) { $0.with($1.key, $1.value) }
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 5)
    }

    @Test(arguments: [("X-Total-Count", "95"), ("Content-Range", "items 0-19/95")])
    func headerFieldWithALargerCountIsAFailure(name: String, value: String) async throws {
        let list = try await LoadedList { _ in .text(array(0)).with(name, value) }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == incomplete(20))
    }

    // MARK: Numbers

    @Test(arguments: ["/list", "/list?startIndex=1&count=10"])
    func offsetsFromOneReadTheLastItem(path: String) async throws {
        let list = try await LoadedList(path) { request in
            let start = request.number("startIndex")
            return .text(
                "{\"totalResults\":101,\"itemsPerPage\":10,\"startIndex\":\(start),"
                    + "\"Resources\":\(array(start - 1, of: 101, size: 10))}")
        }
        #expect(list.ids == Array(0..<101))
        #expect(list.failure == nil)
        #expect(list.targets.count == 11)
    }

    @Test(arguments: ["/list?page=5&per_page=20", "/list?page=5"])
    func listMayBeginWithItsLastPage(path: String) async throws {
        let list = try await LoadedList(path) { request in
            let page = request.number("page")
            if page > 5 { return .failure(status: 404, message: "Invalid page.") }
            return .text("{\"data\":\(array((page - 1) * 20)),\"total\":95,\"page\":\(page)}")
        }
        #expect(list.ids == Array(80..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == (path.contains("per_page") ? 1 : 2))
    }

    /// The address asks for 50 items, and the server sends at most 20.
    @Test(arguments: [(2, 200), (3, 200), (3, 404)])
    func listThatBeginsLaterIsReadToItsEndWherePagesAreLimited(start: Int, status: Int) async throws {
        let list = try await LoadedList("/list?page=\(start)&per_page=50") { request in
            let page = request.number("page")
            if page > 5, status == 404 { return .failure(status: 404, message: "Invalid page.") }
            return .text("{\"data\":\(array((page - 1) * 20)),\"total\":95,\"page\":\(page)}")
        }
        #expect(list.ids == Array((start - 1) * 20..<95))
        #expect(list.failure == nil)
    }

    @Test(arguments: [
        ("/list?page=1&size=20", NextPageRule.page()), ("/list?startAt=0", .offset(as: "startAt")),
    ])
    func countsEndAListByAGivenRule(path: String, rule: NextPageRule) async throws {
        let list = try await LoadedList(path, next: rule) { request in
            let start = request.query["startAt"].flatMap { Int($0) } ?? (request.number("page") - 1) * 20
            return .text("{\"items\":\(array(start)),\"total\":95}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 5)
    }

    /// A server that does not state it counts from 1, or from 0.
    @Test(arguments: [0, 1], [81, 95, 100])
    func listThatBeginsAtOffsetOneIsReadToItsLastItem(first: Int, count: Int) async throws {
        let list = try await LoadedList("/list?start=1") { request in
            let items = array(request.number("start", or: first) - first, of: count)
            return .text("{\"items\":\(items),\"total\":\(count)}")
        }
        #expect(list.ids == Array((1 - first)..<count))
        #expect(list.failure == nil)
    }

    /// Some servers send null or a number as a text.
    @Test(arguments: ["null", "None", "false", "0", "-1", " "])
    func textThatMeansNoneIsTheEnd(text: String) async throws {
        let list = try await LoadedList { request in
            let start = request.number("cursor", or: 0)
            let next = start < 80 ? "\(start + 20)" : text
            return .text("{\"items\":\(array(start)),\"next_cursor\":\"\(next)\"}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 5)
    }

    @Test(arguments: ["next", "next_cursor"])
    func pageWithoutItemsThatNamesItselfIsTheLast(field: String) async throws {
        let list = try await LoadedList { request in
            let start = request.number("cursor", or: 0)
            let end = min(start + 20, 95)
            let next = field == "next" ? "/list?cursor=\(end)" : "\(end)"
            return .text("{\"items\":\(array(start)),\"\(field)\":\"\(next)\"}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil && list.other == nil)
        #expect(list.targets.count == 6)
    }

    @Test func pageWithoutItemsThatNamesItselfWithinTheCountIsAFailure() async throws {
        let list = try await LoadedList { request in
            let start = request.number("cursor", or: 0)
            let end = min(start + 20, 40)
            return .text("{\"items\":\(array(start, of: 40)),\"next_cursor\":\"\(end)\",\"total\":95}")
        }
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == incomplete(40))
    }

    @Test func negativeNumberIsTheEnd() async throws {
        let list = try await LoadedList { request in
            let start = request.number("offset", or: 0)
            return .text("{\"items\":\(array(start)),\"next_offset\":\(start < 80 ? start + 20 : -1)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    @Test func pageNumberInTheAddressIsPagedToTheEnd() async throws {
        let list = try await LoadedList("/list?page=1") { request in
            let page = request.number("page")
            return page > 5 ? .failure(status: 404, message: "Invalid page.") : .text(array((page - 1) * 20))
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    /// A redirect of the first address is followed once.
    @Test func furtherPagesAreRequestedWhereTheFirstOneWas() async throws {
        let list = try await LoadedList("/list?q=1") { request in
            if request.path == "/list" {
                return HTTPResponse(status: 301, headers: ["Location": "/list/?q=1"], body: Data())
            }
            let page = request.number("page")
            return .text("{\"items\":\(array((page - 1) * 20)),\"total\":95,\"page\":\(page)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets == ["/list?q=1", "/list/?q=1"] + (2...5).map { "/list/?q=1&page=\($0)" })
    }

    /// The World Bank sends null where there are no items.
    @Test(arguments: ["null", "[]"])
    func bodyWithCountsMayHaveNoItems(items: String) async throws {
        let list = try await LoadedList { _ in
            .text("[{\"page\":0,\"pages\":0,\"per_page\":0,\"total\":0},\(items)]")
        }
        #expect(list.ids.isEmpty)
        #expect(list.failure == nil)
        #expect(list.targets.count == 1)
    }

    // MARK: Failures with status 200

    /// Servers of Google leave empty arrays out.
    @Test func arrayThatALaterPageLeavesOutIsEmpty() async throws {
        let list = try await LoadedList { request in
            let start = request.number("pageToken", or: 0)
            let items = start == 40 ? "" : "\"items\":\(array(start)),"
            let next = start < 80 ? ",\"nextPageToken\":\"\(start + 20)\"" : ""
            return .text("{\(items)\"kind\":\"list\"\(next)}")
        }
        #expect(list.ids == Array(0..<40) + Array(60..<95))
        #expect(list.failure == nil)
    }

    @Test(arguments: [(0, true), (95, false)], ["items", nil] as [JSONPath?])
    func firstPageWithoutAnArrayIsEmptyIfItCountsNoItems(
        count: (total: Int, isList: Bool), items: JSONPath?
    ) async throws {
        let (total, isList) = count
        let list = try await LoadedList(items: items) { _ in .text("{\"totalItems\":\(total)}") }
        #expect((list.failure == nil) == isList)
        #expect(list.ids.isEmpty)
    }

    @Test func nullForItemsBesideAnErrorIsAFailure() async throws {
        let list = try await LoadedList { request in
            request.query["cursor"] == nil
                ? .text("{\"items\":\(array(0)),\"next_cursor\":\"a\"}")
                : .text("{\"items\":null,\"error\":\"expired\"}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .items(.refused(message: "expired")))
    }
}

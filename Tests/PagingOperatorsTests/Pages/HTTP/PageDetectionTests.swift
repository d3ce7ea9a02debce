import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@testable import FluxLoading
@testable import PagingOperators

struct PageDetectionTests {
    private func detect(
        _ body: String, link: String? = nil, at address: String = "http://h/list", items: JSONPath? = nil,
        next: NextPageRule = .detected
    ) throws -> PageDetection {
        let url = try #require(URL(string: address))
        return try PageDetection.detect(
            JSONText(Data(body.utf8)), ResponseLinks(link, relativeTo: url), url: url, start: url,
            items: items,
            next: next)
    }

    @Test func outlineOfManyFieldsIsLimited() throws {
        let members = (0..<1000).map { "\"m\($0)\":{}" }.joined(separator: ",")
        let objects = (0..<100).map { "\"o\($0)\":{\(members)}" }.joined(separator: ",")
        let outline = try BodyOutline(JSONText(Data("{\(objects)}".utf8)))
        #expect(outline.fields.count == 1100 && outline.rest != nil)
    }

    @Test(arguments: [
        "0-9223372036854775807/*", "9223372036854775806-9223372036854775807/9223372036854775807",
        "items 0-1/99999999999999999999",
    ])
    func numbersThatNoListHasAreIgnored(range: String) throws {
        let url = try #require(URL(string: "http://h/list"))
        let fields = ["Content-Range": range, "X-Total-Count": "9223372036854775807"]
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 206, httpVersion: nil, headerFields: fields))
        let links = ResponseLinks(response, relativeTo: url)
        #expect(links.total == nil && !links.isPartial(of: 1, whereSizeIs: 1))
        let body = try JSONText(Data(#"[{"id":1}]"#.utf8))
        let found = try PageDetection.detect(body, links, url: url, start: url, items: nil, next: .detected)
        #expect(found.items == .body)
    }

    @Test(arguments: [
        (#"[{"id":1}]"#, JSONPath.body), ("[]", .body), ("[1,2]", .body), ("[[1],[2]]", .body),
        (#"{"data":[{"id":1}],"tags":["a"]}"#, "data"), (#"{"a":{"b":{"list":[{}]}}}"#, "a.b.list"),
        (#"{"data":["a","b"],"missing":[]}"#, "data"), (#"{"missing":[],"values":[1]}"#, "values"),
        (#"{"missing":[],"people":["a"]}"#, "missing"), (#"{"results":[],"count":0}"#, "results"),
        (#"{"results":[],"fields":["a"]}"#, "results"),
        (#"{"data":[{}],"links":[{"url":"x"}]}"#, "data"), (#"{"data":[{}],"included":[{}]}"#, "data"),
        (#"{"items":null,"total":0}"#, "items"),
        (#"{"kind":"books#volumes","totalItems":0}"#, "items"), (#"{"a":{"total":0},"b":1}"#, "a.items"),
        (#"{"numbers":[1,2]}"#, "numbers"),
        (#"{"x":[{"tags":[{}]}]}"#, "x"), (#"{"links":[{}]}"#, "links"),
        (#"{"_links":{"curies":[{}]},"_embedded":{"users":[{}]}}"#, "_embedded.users"),
        (#"{"hits":{"hits":[{}]},"aggregations":{"tags":{"buckets":[{}]}}}"#, "hits.hits"),
        (#"{"items":[{}],"includes":{"Entry":[{}],"Asset":[{}]}}"#, "items"),
        (#"{"c":{"edges":[{}],"nodes":[{}]}}"#, "c.nodes"),
        (#"{"a":{"b":{"c":{"d":{"e":{"nodes":[{}]}}}}},"tags":["x"]}"#, "a.b.c.d.e.nodes"),
        (#"{"columns":[{"name":"id"}],"rows":[[1]]}"#, "rows"), (#"{"columns":["id"],"rows":[[1]]}"#, "rows"),
        (#"{"hydra:member":[{}],"hydra:search":{"hydra:mapping":[{}]}}"#, "hydra:member"),
        (#"{"member":[{}],"search":{"mapping":[{}]}}"#, "member"), (#"{"mapping":[{}]}"#, "mapping"),
        (#"{"ok":true,"messages":[{}]}"#, "messages"), (#"{"data":[{}],"errors":[{}]}"#, "data"),
        (#"[{"page":1,"pages":7},[{"id":1}]]"#, "1"), (#"[{"total":0},[]]"#, "1"),
        (#"[{"total":0},null]"#, "1"), (#"[{"total":1,"filters":[{}]},[{"id":1}]]"#, "1"),
        (#"[{"id":1},[{"id":2}]]"#, .body), (#"[{"total":3},{"total":4}]"#, .body),
        (#"[{"total":3},[{}],[{}]]"#, .body), (#"[{"total":3}]"#, .body), (#"[[{}],{"total":3}]"#, .body),
        (#"[{"total":"3.50"},[1]]"#, .body),
    ])
    func itemsAreFound(body: String, path: JSONPath) throws {
        #expect(try detect(body).items == path)
    }

    @Test(arguments: [
        (#"{"users":[{}],"groups":[{}]}"#, ["users", "groups"]), (#"{"a":[1],"b":[2]}"#, ["a", "b"]),
        (#"{"results":[],"filters":[{}]}"#, ["filters", "results"]), (#"{"a":[],"b":[]}"#, ["a", "b"]),
    ])
    func tiesAreNamedAndRefused(body: String, paths: [String]) {
        let error = #expect(throws: HTTPPageError.self) { try detect(body) }
        #expect(error?.reason == .items(.ambiguous(paths.map { JSONPath(steps: [$0]) })))
        #expect(error?.description.contains("'\(paths[0])', '\(paths[1])'") == true)
    }

    @Test func memberThatAppearsTwiceIsRefused() {
        let error = #expect(throws: HTTPPageError.self) { try detect(#"{"items":[{}],"items":[{}]}"#) }
        #expect(error?.reason == .items(.notFound(description: "'items' appears 2 times")))
    }

    @Test(arguments: [
        (#"{"errors":[{"message":"boom"}],"data":null}"#, "boom"), (#"{"ok":false,"error":"no"}"#, "no"),
        (#"{"success":false,"items":null,"message":"bad"}"#, "bad"), (#"{"error":{"detail":"x"}}"#, "x"),
    ])
    func bodyOfAFailureIsRefusedWithItsMessage(body: String, message: String) {
        let error = #expect(throws: HTTPPageError.self) { try detect(body) }
        #expect(error?.reason == .items(.refused(message: message)))
    }

    /// Apigee, GeoNames, Genius, data.go.kr, Foursquare.
    @Test(arguments: [
        (#"{"fault":{"faultstring":"Rate limit"}}"#, "Rate limit"),
        (#"{"fault":{"faultstring":"Rate limit","detail":{"errorcode":"policies.Quota"}}}"#, "Rate limit"),
        (#"{"status":{"message":"the hourly limit","value":19}}"#, "the hourly limit"),
        (#"{"meta":{"status":429,"message":"Slow down"}}"#, "Slow down"),
        (#"{"response":{"header":{"resultCode":"22","resultMsg":"Used up"}}}"#, "Used up"),
        (#"{"meta":{"code":429,"errorDetail":"Used up"},"response":{}}"#, "Used up"),
        (#"{"data":{"id":7,"message":"Hello there"},"meta":{"message":"Used"}}"#, "Used"),
    ])
    func bodyWithAMessageAboutTheRequestIsRefusedWithIt(body: String, message: String) {
        let error = #expect(throws: HTTPPageError.self) { try detect(body) }
        #expect(error?.reason == .items(.refused(message: message)))
    }

    /// The URL may be that of a single item.
    @Test(arguments: [
        (#"{"data":{"id":7,"message":"Hello"}}"#, ", but with the message: Hello"),
        (#"{"user":{"id":7,"note":"Call me"}}"#, ", but with the message: Call me"),
        (#"{"meta":{"message":"No users found"}}"#, ", but with the message: No users found"),
        (#"{"status":{"code":200,"message":"OK"},"data":{"id":7}}"#, ""),
        (#"{"user":{"id":7,"name":"A B"}}"#, ""),
    ])
    func bodyWithATextThatMayBeAMessageIsWithoutItems(body: String, message: String) {
        let error = #expect(throws: HTTPPageError.self) { try detect(body) }
        let description = "the body is an object without an array of items\(message)"
        #expect(error?.reason == .items(.notFound(description: description)))
    }

    @Test(arguments: ["{}", "null", "7", #"{"a":{"b":1}}"#])
    func bodyWithoutAnArrayIsRefused(body: String) {
        let error = #expect(throws: HTTPPageError.self) { try detect(body) }
        guard case .items(.notFound) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        (#"{"d":[{}],"next":"http://h/2"}"#, NextPageRule.address(at: "next")),
        (#"{"d":[{}],"next":null}"#, .address(at: "next")),
        (#"{"d":[{}],"next":"?p=2","prev":null}"#, .address(at: "next", previous: "prev")),
        (#"{"d":[{}],"next":"abc"}"#, .cursor(at: "next", as: "cursor")),
        (#"{"d":[{}],"next":"abc","next_url":"/x"}"#, .address(at: "next_url")),
        (#"{"d":[{}],"next_page":3}"#, .cursor(at: "next_page", as: "page")),
        (
            #"{"d":[{}],"next_page":"abc","previous_page":null}"#,
            .cursor(at: "next_page", as: "cursor", previous: "previous_page")
        ),
        (#"{"d":[{}],"nextPageToken":"abc"}"#, .cursor(at: "nextPageToken", as: "pageToken")),
        (#"{"d":[{}],"meta":{"next_cursor":"abc"}}"#, .cursor(at: "meta.next_cursor", as: "cursor")),
        (#"{"d":[{}],"paging":{"cursors":{"after":"x"},"next":"https://h/2"}}"#, .address(at: "paging.next")),
        (#"{"d":[{}],"paging":{"cursors":{"after":"x"}}}"#, .cursor(at: "paging.cursors.after", as: "after")),
        (
            #"{"d":[{}],"_links":{"next":{"href":"/2"},"prev":{"href":"/0"}}}"#,
            .address(at: "_links.next.href", previous: "_links.prev.href")
        ),
        (#"{"d":[{}],"total":9,"page":1}"#, .page(as: "page", total: "total")),
        (#"{"d":[{}],"meta":{"current_page":1,"last_page":3}}"#, .page(as: "page", pages: "meta.last_page")),
        (#"{"d":[{}],"total":9,"skip":0}"#, .offset(as: "skip", total: "total")),
        (#"{"object":"list","data":[{"id":"x"}],"has_more":true}"#, .keyset(by: "id", as: "starting_after")),
        (#"{"d":[{}],"total":9,"cursor":null,"page":1}"#, .page(as: "page", total: "total")),
        (#"{"d":[{}],"next":null,"count":1}"#, .address(at: "next")),
        (#"{"d":[{}],"count":1,"page":1}"#, .page(as: "page")),
        (#"{"d":[{}],"page":{"number":0},"_links":{"self":{"href":"/"}}}"#, .address(at: "_links.next.href")),
        (#"{"d":[{}],"page":1,"has_more":true}"#, .page(as: "page")),
        (#"{"d":[{}],"page":1,"next":true,"total":9}"#, .page(as: "page", total: "total")),
        (#"{"d":[{},{}],"count":9,"page":1,"stats":{"total":7}}"#, .page(as: "page", total: "count")),
        (
            #"{"filters":{"page":9,"total":3},"d":[{}],"meta":{"total_count":9,"current_page":1}}"#,
            .page(as: "page", total: "meta.total_count")
        ),
        (
            #"{"_shards":{"total":5},"hits":{"total":{"value":95},"hits":[{}]}}"#,
            .offset(as: "from", total: "hits.total.value")
        ),
        (
            #"{"content":[{}],"pageable":{"pageNumber":0},"number":0,"totalElements":9}"#,
            .page(as: "page", total: "totalElements")
        ),
        (
            #"{"d":[{}],"meta":{"pagination":{"page":1,"pageCount":4,"total":95}}}"#,
            .page(as: "pagination[page]", total: "meta.pagination.total", pages: "meta.pagination.pageCount")
        ),
        (
            #"{"object":"list","d":[{}],"next_cursor":"a","has_more":true}"#,
            .cursor(at: "next_cursor", as: "start_cursor")
        ),
        (
            #"{"d":[{}],"meta":{"result_count":1,"next_token":"a"}}"#,
            .cursor(at: "meta.next_token", as: "pagination_token")
        ),
        (#"{"d":[{}],"isLastPage":false,"nextPageStart":25}"#, .cursor(at: "nextPageStart", as: "start")),
        (#"{"d":[{}],"offset":"itr30"}"#, .cursor(at: "offset", as: "offset")),
        (
            #"{"continue":{"apcontinue":"B","continue":"-||"},"query":{"allpages":[{}]}}"#,
            .cursor(at: "continue.apcontinue", as: "apcontinue")
        ),
        (#"{"total_rows":95,"offset":0,"d":[{}]}"#, .offset(as: "skip", total: "total_rows")),
        (#"{"totalResults":9,"startIndex":1,"d":[{}]}"#, .offset(as: "startIndex", total: "totalResults")),
        (
            #"{"data":[{}],"next_page":{"offset":"eyJ","path":"/x?offset=eyJ","uri":"http://h/x?offset=eyJ"}}"#,
            .address(at: "next_page.uri")
        ),
        (
            #"{"metadata":{"continue":"eyJ","remainingItemCount":7},"items":[{}]}"#,
            .cursor(at: "metadata.continue", as: "continue")
        ),
        (#"{"calls":[{}],"page":0,"next_page_uri":"/2010/Calls?Page=1"}"#, .address(at: "next_page_uri")),
        (#"{"d":[{}],"next_page":"2"}"#, .cursor(at: "next_page", as: "page")),
        (#"{"d":[{}],"page":1,"next_page":"2"}"#, .cursor(at: "next_page", as: "page")),
        (#"{"d":[{}],"next_page":"1043"}"#, .cursor(at: "next_page", as: "cursor")),
        (
            #"{"link":[{"relation":"self","url":"/1"},{"relation":"next","url":"/2"}],"entry":[{}]}"#,
            .address(at: "link", previous: "link")
        ),
        (#"{"items":[{}],"links":[{"rel":"self","href":"/1"}]}"#, .single),
        (#"{"d":[{}],"nextKey":"x","nextRow":null}"#, .cursor(at: "nextKey", as: "key")),
        (#"{"d":[{}],"PaginationToken":"x"}"#, .cursor(at: "PaginationToken", as: "PaginationToken")),
        (#"{"d":[{}],"next":"HTTP://h/2"}"#, .address(at: "next")),
        (#"{"d":[{}],"after":"x","after_url":"http://h/2"}"#, .address(at: "after_url")),
        (
            #"{"t":{"artist":[{}],"@attr":{"page":"1","perPage":"50","totalPages":"4","total":"200"}}}"#,
            .page(as: "page", total: "t.@attr.total", pages: "t.@attr.totalPages")
        ),
        (
            #"{"data":{"viewer":{"a":{"b":{"c":{"nodes":[{}],"pageInfo":{"endCursor":"x"}}}}}}}"#,
            .cursor(at: "data.viewer.a.b.c.pageInfo.endCursor", as: "after")
        ),
        (
            #"{"data":{"a":{"pageInfo":{"endCursor":"y"},"x":1},"b":{"nodes":[{}],"pageInfo":{"endCursor":"x"}}}}"#,
            .cursor(at: "data.b.pageInfo.endCursor", as: "after")
        ),
        (
            #"[{"page":1,"pages":7,"per_page":"50","total":304},[{"id":1}]]"#,
            .page(as: "page", total: "0.total", pages: "0.pages")
        ),
        (#"[{"total":9,"next_cursor":"a"},[{"id":1}]]"#, .cursor(at: "0.next_cursor", as: "cursor")),
        // The number of pages, and that of the page's items.
        (
            #"{"d":[{},{}],"count":4,"page":1,"page_count":2,"page_size":2}"#,
            .page(as: "page", total: "count", pages: "page_count")
        ),
        (
            #"{"d":[{},{}],"count":9,"page":1,"page_count":2,"page_size":2}"#,
            .page(as: "page", total: "count")
        ),
        (#"{"d":[{},{}],"count":2,"page":1,"page_count":2,"page_size":9}"#, .page(as: "page")),
        (#"{"d":[{},{}],"page":1,"page_count":2}"#, .page(as: "page", pages: "page_count")),
        (
            #"{"results":1,"paging":{"current":1,"total":41},"d":[{}]}"#,
            .page(as: "page", pages: "paging.total")
        ),
        (#"{"paging":{"current":1,"total":41},"d":[{}]}"#, .single),
        (#"{"results":1,"paging":{"current":1,"total":41,"size":1},"d":[{}]}"#, .single),
        (
            #"{"work-count":9,"work-offset":0,"works":[{}]}"#,
            .offset(as: "offset", total: "work-count")
        ),
        (
            #"{"series-count":9,"series-offset":0,"series":[{}]}"#,
            .offset(as: "offset", total: "series-count")
        ),
        (#"{"workCount":9,"works":[{}]}"#, .single), (#"{"tag-count":9,"tag-offset":0,"d":[{}]}"#, .single),
        (#"[{"page":1,"total":9,"id":1},{"page":1,"total":9,"id":2}]"#, .single),
        (#"{"d":[{}],"count":100}"#, .single), (#"{"d":[{"next":"http://h/2"}]}"#, .single),
        ("[{}]", .single),
    ])
    func ruleIsFound(body: String, rule: NextPageRule) throws {
        #expect(try detect(body).next == rule)
    }

    @Test(arguments: [
        (#""have_more_results":true"#, "have_more_results" as JSONPath),
        (#""has_more":1"#, "has_more"), (#""isLastPage":"False""#, "isLastPage"),
        (#""exceededTransferLimit":true"#, "exceededTransferLimit"), (#""last_page":false"#, "last_page"),
        (#""numberMatched":7"#, "numberMatched"), (#""totalFeatures":7"#, "totalFeatures"),
        (#""total_row_count":7"#, "total_row_count"), (#""TotalRecordCount":7"#, "TotalRecordCount"),
        (#""more":1"#, "more"), (#""is_end":false"#, "is_end"),
        (#""status":{"total_count":7}"#, "status.total_count"),
        (#""summary":{"offset":9,"totalResults":7}"#, "summary.totalResults"),
        (#""next_page_params":{"block":7,"index":2}"#, "next_page_params"),
        (#""nextCursor":{"id":7}"#, "nextCursor"), (#""next":{"number":2}"#, "next"),
        (#""next":{"pageToken":"x"}"#, "next"),
    ])
    func fieldThatIndicatesMoreItemsIsEvidence(member: String, path: JSONPath) throws {
        #expect(try detect("{\"d\":[{}],\(member)}").evidence == [path])
    }

    @Test(arguments: [
        "totalResultsCount", "people_count", "num_results", "number_of_people", "nhits", "rowCount",
        "total-people-count", "filter_count", "num_rows_total", "totalPeople", "total_result", "found",
        "itemsCountAll",
    ])
    func countOfUnusualNameIsEvidence(name: String) throws {
        let path = JSONPath(steps: ["meta", name])
        #expect(try detect("{\"people\":[{}],\"meta\":{\"\(name)\":7}}").evidence == [path])
        #expect(try detect("{\"people\":[{}],\"meta\":{\"\(name)\":1}}").evidence.isEmpty)
        #expect(try detect("{\"people\":[],\"meta\":{\"\(name)\":7}}").evidence.isEmpty)
        #expect(try detect("{\"people\":[{}],\"has_more\":false,\"\(name)\":7}").evidence.isEmpty)
        #expect(try detect("{\"people\":[{}],\"total\":1,\"\(name)\":7}").evidence.isEmpty)
    }

    @Test(arguments: ["row_number", "number", "max_results", "likes_count", "all", "available", "all_items"])
    func otherNumbersAreNoEvidence(name: String) throws {
        #expect(try detect("{\"people\":[{}],\"meta\":{\"\(name)\":7}}").evidence.isEmpty)
    }

    @Test func depthThatIsNotSearchedIsSaid() throws {
        let deep = String(repeating: #"{"a":"#, count: 40) + "[{}]" + String(repeating: "}", count: 40)
        let error = #expect(throws: HTTPPageError.self) { try detect(deep) }
        #expect(error?.description.contains("nested more than 32 levels deep was not searched") == true)
        let found = try detect(#"{"d":[{}],"x":\#(deep)}"#)
        #expect(found.items == "d")
        #expect(found.unused == ["what is nested more than 32 levels deep"])
    }

    @Test(arguments: [
        ("http://h/list", #"{"d":[{},{},{}],"next":3}"#, "offset"),
        ("http://h/list?offset=0", #"{"d":[{},{},{}],"next":3}"#, "offset"),
        ("http://h/list?skip=10", #"{"d":[{},{},{}],"next":13}"#, "skip"),
        ("http://h/list?start=10", #"{"d":[{},{},{}],"next":13}"#, "start"),
        ("http://h/list?start=2026", #"{"d":[{},{},{}],"next":2}"#, "page"),
        ("http://h/list?page=2", #"{"d":[{},{},{}],"next":3}"#, "page"),
        ("http://h/list", #"{"d":[{},{},{}],"next":2}"#, "page"),
        ("http://h/list", #"{"d":[{},{}],"next":2}"#, "page"),
    ])
    func numberOfTheNextPageOrOffsetIsTold(address: String, body: String, parameter: String) throws {
        #expect(try detect(body, at: address).next == .cursor(at: "next", as: .query(parameter)))
    }

    @Test func linkHeaderGoesFirst() throws {
        let body = #"{"d":[{}],"next":"http://h/2"}"#
        #expect(try detect(body, link: "</2>; rel=next").next == .link)
        #expect(try detect(#"{"d":[{}],"next":null}"#, link: "</2>; rel=first").next == .address(at: "next"))
        #expect(try detect(body, link: "</2>; rel=first").next == .address(at: "next"))
        #expect(try detect("[{}]", link: "</2>; rel=first").next == .link)
        #expect(try detect(body, link: "</style>; rel=preload").next == .address(at: "next"))
    }

    @Test func parameterOfTheAddressIsUsed() throws {
        let body = #"{"d":[{}],"next":"abc","total":9}"#
        #expect(try detect(body, at: "http://h/list?after=").next == .cursor(at: "next", as: "after"))
        let counted = #"{"d":[{}],"total":9}"#
        #expect(try detect(counted, at: "http://h/list?p=1").next == .page(as: "p", total: "total"))
        #expect(try detect(counted, at: "http://h/list?start=5").next == .offset(as: "start", total: "total"))
    }

    @Test func whatIsNotUsedIsSaid() throws {
        let body = #"{"results":[{}],"next":"http://h/2","count":100,"has_more":true}"#
        #expect(
            try detect(body, items: "results", next: .single).unused
                == ["an address at 'next'", "count: 100, with 1 items here", "has_more: true"])
        #expect(try detect(body, items: "results").unused == [])
        #expect(try detect(#"{"d":[{}],"count":100}"#).unused == ["count: 100, with 1 items here"])
        #expect(try detect(#"{"Items":[{}],"LastEvaluatedKey":{"id":"7"}}"#).unused == ["'LastEvaluatedKey'"])
        #expect(try detect(#"{"d":[{}],"nextUpdate":"x","nextRow":null}"#).unused == ["'nextUpdate'"])
        #expect(
            try detect("[{},{}]", at: "http://h/?since=0&per_page=2").unused
                == ["'since' in the address", "as many items as 'per_page' in the address allows"])
        #expect(try detect("[{},{}]", at: "http://h/?per_page=3").unused == [])
        #expect(try detect("[{},{}]", at: "http://h/?Page-Size=2&year=2").unused.count == 1)
        let ten = "[\(Array(repeating: "{}", count: 10).joined(separator: ","))]"
        #expect(
            try detect(ten, at: "http://h/?hitsPerPage=10&take=10&x=9").unused
                == ["hitsPerPage", "take"].map { "as many items as '\($0)' in the address allows" })
        #expect(try detect("[{}]", at: "http://h/?p=1").unused == ["'p' in the address"])
        #expect(try detect("[{}]", link: "</2>; rel=next", next: .single).unused == ["a Link header"])
        #expect(try detect(body).description == "items at 'results'; next page: address at 'next'")
    }
}

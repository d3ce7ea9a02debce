import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import FluxLoading
@testable import PagingOperators

/// Bodies that have other arrays beside the items.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct SeveralArraysTests {
    private func items(_ body: String) throws -> JSONPath {
        let url = try #require(URL(string: "http://h/list"))
        let text = try JSONText(Data(body.utf8))
        return try BodyOutline(text).items(in: text, of: url)
    }

    @Test(arguments: [
        (#"{"defaultReminders":[{}],"items":[{}]}"#, "items" as JSONPath),
        (#"{"entries":[{}],"order":[{}]}"#, "entries"),
        (#"{"schema":{"fields":[{}]},"rows":[{}]}"#, "rows"),
        (#"{"data":[{}],"meta":{"states":[{}],"types":[{}]}}"#, "data"),
        (#"{"content":[{}],"sort":[{}],"pageable":{"sort":[{}]}}"#, "content"),
        (#"{"data":[{}],"meta":{"values":[{}]}}"#, "data"),
        (#"{"fields":[{}],"features":[{}]}"#, "features"),
        // A page without items, as Box and Google Calendar have it
        (#"{"total_count":0,"entries":[],"order":[{"by":"type","direction":"ASC"}]}"#, "entries"),
        (#"{"defaultReminders":[{"method":"popup","minutes":30}],"items":[]}"#, "items"),
    ])
    func usualNameDecidesBetweenArraysOfObjects(body: String, path: JSONPath) throws {
        #expect(try items(body) == path)
    }

    @Test(arguments: [
        #"{"items":[{}],"results":[{}]}"#, #"{"users":[{}],"groups":[{}]}"#,
        #"{"a":{"items":[{}]},"b":{"items":[{}]}}"#, #"{"items":[],"filters":[{}]}"#,
        #"{"items":[],"users":[{"name":"a"}]}"#, #"{"results":["a"],"users":[{}]}"#,
    ])
    func arraysThatMayBothBeTheItemsAreNamed(body: String) throws {
        let error = #expect(throws: HTTPPageError.self) { try items(body) }
        guard case .items(.ambiguous)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// What a search was made of, and messages about a request, are not the items.
    @Test(arguments: [
        (#"{"users":[],"sort":[{"field":"name"}]}"#, "users" as JSONPath),
        (#"{"content":["a"],"sort":[{"property":"name","direction":"ASC"}]}"#, "content"),
        // PubMed
        (#"{"esearchresult":{"count":"2","idlist":["1","2"],"translationset":[]}}"#, "esearchresult.idlist"),
        (
            #"{"esearchresult":{"count":"1","idlist":["1"],"translationset":[{"from":"a"}]}}"#,
            "esearchresult.idlist"
        ),
        (#"{"order":[{"sku":"x"}],"discounts":[]}"#, "order"),
        (#"{"reminders":[{"method":"popup","minutes":5}],"tags":[]}"#, "reminders"),
        (#"{"sort":[{"field":"a"}]}"#, "sort"),
        (#"{"values":["a"],"users":[{"name":"b"}]}"#, "users"),
    ])
    func whatIsUsualBesideItemsIsNotTheItems(body: String, path: JSONPath) throws {
        #expect(try items(body) == path)
    }

    /// The columns of a table, links, and the parameters of a search are not printed as items.
    @Test(arguments: [
        #"{"total":0,"link":[{"relation":"self","url":"/"}]}"#,
        #"{"fields":[{"name":"ID"},{"name":"NAME"}],"features":[]}"#,
        #"{"queries":{"request":[{"count":10}]},"searchInformation":{"totalResults":"0"}}"#,
        #"{"meta":{"result_count":0}}"#, #"{"total":0,"stories":[],"authors":[]}"#,
        // SCIM
        #"{"schemas":["urn:ietf:params:scim:api:messages:2.0:ListResponse"],"totalResults":0}"#,
        #"{"schemas":["urn:x"],"totalResults":0,"startIndex":1,"itemsPerPage":0}"#,
        #"{"count":0,"rows":[],"columns":[{"name":"ID"}]}"#,
        #"{"total":0,"products":[],"filters":[{"name":"Brand"}]}"#,
        #"{"hits":0,"data":{"products":[],"sortOptions":[{}],"breadcrumbs":[{}],"nbHits":0}}"#,
        #"{"response":{"header":{"resultCode":"00"},"body":{"items":"","numOfRows":10,"totalCount":0}}}"#,
    ])
    func emptyResultHasNoItems(body: String) async throws {
        let list = try await LoadedList { _ in .text(body) }
        #expect(list.failure == nil)
        #expect(list.ids.isEmpty && list.targets.count == 1)
    }

    @Test func headerFieldThatCountsNoItemsDecidesBetweenEmptyArrays() async throws {
        let list = try await LoadedList { _ in
            .text(#"{"stories":[],"rels":[],"links":[]}"#).with("Total", "0")
        }
        #expect(list.failure == nil && list.ids.isEmpty)
    }

    @Test(arguments: [
        (#"{"fields":[{}],"total":1}"#, "fields" as JSONPath), (#"{"fields":[{}],"tags":["x"]}"#, "fields"),
        (#"{"users":[{}],"cart":{"total":0}}"#, "users"), (#"{"total":0,"users":[{}]}"#, "users"),
        (#"{"data":{"items":[{}]},"unread":{"total":0}}"#, "data.items"),
        (#"{"total":0,"filters":[{}]}"#, "filters"), (#"{"total":0,"filters":[{}],"errors":[]}"#, "filters"),
        (#"{"total":0,"users":[{}],"orders":[]}"#, "users"), (#"{"total":0,"names":["a"]}"#, "names"),
        (#"{"schemas":["urn:x"],"totalResults":1,"Resources":[{"id":1}]}"#, "Resources"),
    ])
    func itemsBesideAZeroAreRead(body: String, path: JSONPath) throws {
        #expect(try items(body) == path)
    }

    /// A count of something else, in another object than those of the items, does not hide these.
    @Test(arguments: [
        (
            #"{"data":{"user":{"followers":{"totalCount":0},"repositories":{"edges":[{}]}}}}"#,
            "data.user.repositories.edges" as JSONPath
        ),
        (#"{"cart":{"total":0},"catalog":{"products":[{}]}}"#, "catalog.products"),
        (#"{"notifications":{"unread":{"total":0}},"result":{"messages":[{}]}}"#, "result.messages"),
        (#"{"ads":{"item_count":0,"list":null},"feed":{"stories":[{}]}}"#, "feed.stories"),
        (#"{"debug":{"cache":{"hit_count":0}},"payload":{"users":[{}]}}"#, "payload.users"),
    ])
    func zeroOfSomethingElseDoesNotHideTheItems(body: String, path: JSONPath) throws {
        #expect(try items(body) == path)
    }

    /// The fields of a form are its items, also beside an empty array that is not that of a table's rows.
    @Test(arguments: [
        (#"{"title":"Form","fields":[{}],"rules":[]}"#, "fields" as JSONPath),
        (#"{"name":"Board","columns":[{}],"swimlanes":[]}"#, "columns"),
        (#"{"headers":[{}],"attachments":[],"tags":["a"]}"#, "headers"),
    ])
    func emptyArrayOfSomethingElseDoesNotHideFields(body: String, path: JSONPath) throws {
        #expect(try items(body) == path)
    }

    /// Where the items are is not known before there are some.
    @Test func pageWithoutItemsThatNamesANextOneIsNotAnEmptyList() async throws {
        let list = try await LoadedList { request in
            request.query["pagination_token"] == nil
                ? .text(#"{"meta":{"result_count":0,"next_token":"a"}}"#)
                : .text("{\"data\":\(array(0)),\"meta\":{\"result_count\":20}}")
        }
        #expect(list.failure != nil)
    }
}

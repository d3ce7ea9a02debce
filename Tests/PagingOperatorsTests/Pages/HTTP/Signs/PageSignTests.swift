@testable import FluxLoading
import Foundation
import Testing

@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// No field of the table is ignored without a word.
struct PageSignTests {
    /// A field, and the response that has it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let sign: PageSign
        let name: String
        let more: String
        let end: String

        var testDescription: String { "\(name) in \(sign.place), \(sign.meaning)" }
    }

    /// A sample for each name in the table that says something about a next page.
    static let samples: [Sample] = PageSign.all.flatMap { sign in
        sign.names.compactMap { name in
            let name = name.replacing("*", with: "x")
            return switch sign.meaning {
            case .address: Sample(sign: sign, name: name, more: "\"/list?p=2\"", end: "null")
            case .cursor: Sample(sign: sign, name: name, more: "\"abc\"", end: "\"\"")
            case .more(let value): Sample(sign: sign, name: name, more: "\(value)", end: "\(!value)")
            case .total, .pages: Sample(sign: sign, name: name, more: "7", end: "1")
            case .remaining: Sample(sign: sign, name: name, more: "7", end: "0")
            case .number, .offset, .size: nil
            }
        }
    }

    /// The body that has a field where its sign requires it.
    private func body(_ name: String, _ value: String) -> String {
        switch name {
        case "xlinks": body("d_links", value)
        case "link", "links", "d_links":
            "{\"d\":[{\"id\":1}],\"\(name)\":[{\"rel\":\"\(value == "null" ? "self" : "next")\",\"href\":\"/2\"}]}"
        case "continue": "{\"d\":[{\"id\":1}],\"metadata\":{\"continue\":\(value)}}"
        case "xcontinue", "xoffset", "xfrom", "xstart":
            "{\"d\":[{\"id\":1}],\"continue\":{\"\(name)\":\(value)}}"
        case "page", "skip", "start":
            "{\"d\":[{\"id\":1}],\"next\":\(value == "\"\"" ? "null" : "{\"\(name)\":2,\"limit\":1}")}"
        case "startingafter": "{\"d\":[{\"id\":1}],\"pages\":{\"next\":{\"starting_after\":\(value)}}}"
        case "end": "{\"chunk\":[{\"id\":1}],\"end\":\(value)}"
        case "marker", "lastid":
            "{\"d\":[{\"id\":1}],\"has_more\":\(value != "\"\""),\"\(name == "lastid" ? "last_id" : name)\":\(value)}"
        case "#text", "text", "value": "{\"d\":[{\"id\":1}],\"resumptionToken\":{\"\(name)\":\(value)}}"
        case "morex": "{\"d\":[{\"id\":1}],\"more_d_url\":\(value)}"
        default: "{\"d\":[{\"id\":1}],\"\(name)\":\(value)}"
        }
    }

    private func reader(_ sample: Sample, _ value: String) throws -> PageReader {
        let url = try #require(URL(string: "http://h/list"))
        var text = "[{\"id\":1}]"
        var fields: [String: String] = [:]
        if sample.sign.place == .header {
            fields[sample.name] = value.replacing("\"", with: "")
        } else {
            text = body(sample.name, value)
        }
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
        return try PageReader(
            JSONText(Data(text.utf8)), ResponseLinks(response, relativeTo: url), url: url, start: url,
            key: nil,
            items: sample.sign.place == .header ? nil : sample.name == "end" ? "chunk" : "d", next: .detected)
    }

    @Test(arguments: samples)
    func fieldLeadsToTheNextPageOrTheListEndsWithAFailureThatNamesIt(sample: Sample) throws {
        let reader = try reader(sample, sample.more)
        let next = try #require(try reader.keys().next)
        guard case .failure(let failure, _, let suggestions, _) = next.position else {
            #expect(reader.plan.next != .single)
            return
        }
        switch failure {
        case .missing(_, let candidates):
            #expect(candidates.contains { $0.steps.last?.plain == sample.name.plain }, "\(candidates)")
        case .incomplete(let read, let total): #expect((read, total) == (1, 7))
        default: Issue.record("\(failure)")
        }
        #expect(!suggestions.isEmpty)
    }

    @Test(arguments: samples)
    func fieldThatSaysThatThereIsNoMoreEndsTheList(sample: Sample) throws {
        #expect(try reader(sample, sample.end).keys().next == nil)
    }

    /// A field that means something else must not fail a list.
    @Test(arguments: [
        #"{"d":[{"id":1}],"nextUpdate":"2026-01-01","next_race":{"id":7}}"#,
        #"{"d":[{"id":1}],"nextSyncToken":"abc"}"#, #"{"d":[{"id":1}],"quota_remaining":299}"#,
        #"{"d":[{"id":1}],"start":"09:00","end":"17:00"}"#, #"{"d":[{"id":1}],"marker":"red"}"#,
        #"{"d":[{"id":1}],"total":1,"nextId":"7"}"#, #"{"d":[{"id":1}],"has_more":false,"nextKey":"7"}"#,
        #"{"d":[{"id":1}],"@odata.deltaLink":"http://h/delta"}"#,
        #"{"d":[{"id":1}],"more_info_url":"http://h/about"}"#,
        #"{"d":[{"id":1}],"next_page":{"id":7,"title":"x"},"next":{"id":7}}"#,
        #"{"d":[{"id":1}],"status":{"number":1,"done":false,"total":9}}"#,
        #"{"d":[{"id":1}],"summary":{"order":"ranked","total_count":9}}"#,
    ])
    func otherFieldsSayNothing(body: String) throws {
        let url = try #require(URL(string: "http://h/list"))
        let reader = try PageReader(
            JSONText(Data(body.utf8)), ResponseLinks(nil as String?, relativeTo: url), url: url, start: url,
            key: nil, items: nil, next: .detected)
        #expect(try reader.keys().next == nil)
    }

    @Test(arguments: ["Retry-After", "X-RateLimit-Reset-After", "X-Next-Deploy", "Expires-After"])
    func otherHeaderFieldsSayNothing(name: String) throws {
        let sample = Sample(sign: PageSign(.cursor(.own), .header, []), name: name, more: "", end: "")
        #expect(try reader(sample, "7").keys().next == nil)
    }

    // MARK: Names

    @Test(arguments: [
        ("nextPageToken", "pageToken"), ("next_page_token", "page_token"), ("NextMarker", "Marker"),
        ("X-Next-Token", "Token"), ("next", "next"), ("bookmark", "bookmark"), ("next-cursor", "cursor"),
    ])
    func parameterIsTheNameWithoutNext(name: String, parameter: String) {
        #expect(name.withoutNext == parameter)
    }

    @Test func alternativesAreTheFormsOfTheName() {
        func names(_ parameter: PageSign.Parameter, _ name: String) -> [String] {
            parameter.alternatives(for: name).map(\.name)
        }
        #expect(
            names(.stripped, "nextPageToken") == ["pageToken", "nextPageToken", "page-token", "pagetoken"])
        #expect(names(.own, "page_token") == ["page_token", "page-token", "pagetoken"])
        #expect(
            names(.named("from", or: ["since"]), "next_batch") == ["from", "since", "batch", "next_batch"])
        #expect(names(.named("cursor", or: ["after"]), "cursor") == ["cursor", "after"])
    }
}

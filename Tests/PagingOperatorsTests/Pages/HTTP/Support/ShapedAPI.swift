import Foundation
import LoopbackServer

/// A list of numbered items that is served in the shapes of others' APIs.
struct ShapedAPI: Sendable {
    enum Shape: String, CaseIterable, Sendable {
        /// `{"count","next","previous","results"}`, as Django REST framework does.
        case djangoNumbers, djangoOffsets, djangoCursors
        /// `{"rows","next","next_url"}`.
        case rows
        /// A bare array with a `Link` header.
        case link
        /// `{"items","total","page","size","pages"}`.
        case pages
        /// `{"items","next_page","previous_page"}`.
        case tokens
        /// `{"data","meta":{"next_cursor"}}`.
        case cursor
        /// `{"products","total","skip","limit"}`.
        case skip
        /// `{"value","@odata.nextLink"}`.
        case odata
        /// `{"info":{"next"},"results"}`.
        case info
        /// `{"_embedded":{"list"},"_links":{"next":{"href"}}}`.
        case hal
        /// `{"data","links":[…],"next_page_url"}`, as Laravel does.
        case laravel
        /// `{"entry","link":[{"relation","url"}]}`, as FHIR does, the next link after that to the previous
        /// page.
        case links
        /// `{"data","next_page":{"offset","path","uri"}}`, as Asana does.
        case linkObject
        /// `{"items","metadata":{"continue"}}`, as Kubernetes does.
        case continuation
    }

    let shape: Shape
    let count: Int
    let size: Int

    private func start(of query: [String: String]) -> Int {
        if let token = query["token"] ?? query["cursor"] ?? query["continue"] {
            return Int(token.dropFirst()) ?? 0
        }
        if let offset = query["offset"] ?? query["skip"] { return Int(offset) ?? 0 }
        let page: Int? = query["page"].flatMap { Int($0) }
        return ((page ?? 1) - 1) * size
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let start = start(of: request.query)
        let end = min(start + size, count)
        let list = (start..<max(start, end)).map { "{\"id\":\($0),\"n\":\"x\"}" }
        let items = "[\(list.joined(separator: ","))]"
        let root = "http://\(request.headers["Host"] ?? "")/list"
        let more = end < count
        let number = start / size + 1
        func address(_ query: String, if exists: Bool) -> String { exists ? "\"\(root)?\(query)\"" : "null" }
        func token(_ offset: Int, if exists: Bool) -> String { exists ? "\"t\(offset)\"" : "null" }
        switch shape {
        case .djangoNumbers, .djangoOffsets, .djangoCursors:
            func query(_ offset: Int) -> String {
                switch shape {
                case .djangoNumbers: "page=\(offset / size + 1)"
                case .djangoOffsets: "limit=\(size)&offset=\(offset)"
                default: "cursor=c\(offset)"
                }
            }
            let head = shape == .djangoCursors ? "" : "\"count\":\(count),"
            return .text(
                "{\(head)\"next\":\(address(query(end), if: more)),\"previous\":"
                    + "\(address(query(max(0, start - size)), if: start > 0)),\"results\":\(items)}")
        case .rows:
            return .text(
                "{\"rows\":\(items),\"next\":\(token(end, if: more)),\"next_url\":"
                    + (more ? "\"/list?token=t\(end)\"}" : "null}"))
        case .link:
            let response = HTTPResponse.text(items)
            if !more { return response.with("Link", "<\(root)>; rel=\"first\"") }
            return response.with(
                "Link", "<\(root)?page=\(number + 1)>; rel=\"next\", <\(root)>; rel=\"first\"")
        case .pages:
            return .text(
                "{\"items\":\(items),\"total\":\(count),\"page\":\(number),\"size\":\(size),\"pages\":\((count + size - 1) / size)}"
            )
        case .tokens:
            return .text(
                "{\"items\":\(items),\"total\":null,\"next_page\":\(token(end, if: more)),\"previous_page\":"
                    + "\(token(start - size, if: start > 0))}")
        case .cursor: return .text("{\"data\":\(items),\"meta\":{\"next_cursor\":\(token(end, if: more))}}")
        case .skip:
            return .text("{\"products\":\(items),\"total\":\(count),\"skip\":\(start),\"limit\":\(size)}")
        case .odata:
            let next = more ? ",\"@odata.nextLink\":\(address("offset=\(end)", if: true))" : ""
            return .text("{\"value\":\(items)\(next)}")
        case .info:
            return .text(
                "{\"info\":{\"count\":\(count),\"pages\":9,\"next\":\(address("page=\(number + 1)", if: more)),\"prev\":null},\"results\":\(items)}"
            )
        case .hal:
            let next = more ? ",\"next\":{\"href\":\"/list?page=\(number + 1)\"}" : ""
            return .text(
                "{\"_embedded\":{\"list\":\(items)},\"_links\":{\"self\":{\"href\":\"/list\"}\(next)},\"page\":{\"size\":\(size),\"number\":0}}"
            )
        case .links:
            var links = ["{\"relation\":\"self\",\"url\":\"\(root)\"}"]
            if number > 1 { links.append("{\"relation\":\"previous\",\"url\":\"?page=\(number - 1)\"}") }
            if more { links.append("{\"relation\":\"next\",\"url\":\"?page=\(number + 1)\"}") }
            return .text("{\"link\":[\(links.joined(separator: ","))],\"total\":\(count),\"entry\":\(items)}")
        case .linkObject:
            let next =
                "{\"offset\":\"t\(end)\",\"path\":\"/list?token=t\(end)\",\"uri\":\"\(root)?token=t\(end)\"}"
            return .text("{\"data\":\(items),\"next_page\":\(more ? next : "null")}")
        case .continuation:
            let next = more ? ",\"continue\":\"t\(end)\"" : ""
            return .text("{\"metadata\":{\"resourceVersion\":\"1\"\(next)},\"items\":\(items)}")
        case .laravel:
            return .text(
                "{\"current_page\":\(number),\"data\":\(items),\"links\":[{\"url\":null,\"label\":\"x\"}],"
                    + "\"next_page_url\":\(address("page=\(number + 1)", if: more)),\"total\":\(count)}")
        }
    }
}

/// An item of the list.
struct Numbered: Decodable, Sendable, Equatable {
    let id: Int
}

import Foundation
import LoopbackServer

@testable import PagingOperators

extension VendorAPI {
    static let all = linked + addressed + cursors + numbered + headers + optional

    private static let linked: [VendorAPI] = [
        .headed("GitHub", "/list?per_page=10", from: HTTPRequest.page()) { page in
            let last = "<\(page.root)/list?page=3>; rel=\"last\""
            return .json(text: page.items).with(
                "Link",
                page.next("<\(page.root)/list?page=\(page.number + 1)>; rel=\"next\", ", else: "") + last)
        },
        .headed("GitLab", from: HTTPRequest.page()) { page in
            .json(text: page.items).with("X-Next-Page", page.next("\(page.number + 1)", else: ""))
                .with("X-Total", "25").with("X-Total-Pages", "3").with(
                    "Link",
                    page.next(
                        "<\(page.root)/list?page=\(page.number + 1)>; rel=\"next\"",
                        else: "<\(page.root)/list>; rel=\"first\""))
        },
        .headed("Shopify", from: HTTPRequest.token("page_info")) { page in
            let response = HTTPResponse.json(text: "{\"products\":\(page.items)}")
            return response.with(
                "Link",
                page.next(
                    "<\(page.root)/list?page_info=t\(page.end)>; rel=\"next\"",
                    else: "<\(page.root)/list?page_info=t0>; rel=\"previous\""))
        },
        .headed("Sentry", from: HTTPRequest.token("cursor")) { page in
            .json(text: page.items).with(
                "Link",
                "<\(page.root)/list?cursor=t0>; rel=\"previous\"; results=\"false\"; cursor=\"t0\", "
                    + "<\(page.root)/list?cursor=t\(page.end)>; rel=\"next\"; results=\"\(page.more)\"; cursor=\"t\(page.end)\""
            )
        },
        .headed("Mastodon", from: HTTPRequest.token("max_id")) { page in
            .json(text: page.items).with(
                "Link",
                page.next("<\(page.root)/list?max_id=t\(page.end)>; rel=\"next\", ", else: "")
                    + "<\(page.root)/list?min_id=t0>; rel=\"prev\"")
        },
        .headed("Docker registry", from: HTTPRequest.token("last")) { page in
            let text = "{\"repositories\":\(page.list { "\"r\($0)\"" })}"
            return page.more
                ? .json(text: text).with("Link", "</list?last=t\(page.end)&n=10>; rel=\"next\"")
                : .json(text: text)
        },
    ]

    private static let addressed: [VendorAPI] = [
        .read("Django REST framework, Docker Hub", from: HTTPRequest.page()) {
            "{\"count\":25,\"next\":\($0.next("\"\($0.root)/list?page=\($0.number + 1)\"")),\"previous\":null,\"results\":\($0.items)}"
        },
        .read("JSON:API", from: HTTPRequest.page("page[number]")) {
            "{\"data\":\($0.items),\"links\":{\"self\":\"/list\",\"next\":\($0.next("\"/list?page[number]=\($0.number + 1)\""))}}"
        },
        .read("HAL, Spring Data REST", from: HTTPRequest.page("page", first: 0)) { page in
            "{\"_embedded\":{\"people\":\(page.items)},\"_links\":{\"self\":{\"href\":\"/list\"}\(page.next(",\"next\":{\"href\":\"/list?page=\(page.number)\"}", else: ""))},\"page\":{\"size\":10,\"totalElements\":25,\"totalPages\":3,\"number\":\(page.number - 1)}}"
        },
        .read("HAL with templates, Ticketmaster", from: HTTPRequest.page("page", first: 0)) { page in
            "{\"_embedded\":{\"events\":\(page.items)},\"_links\":{\"self\":{\"href\":\"/list{?page,sort}\",\"templated\":true}\(page.next(",\"next\":{\"href\":\"/list?page=\(page.number){&sort}\",\"templated\":true}", else: ""))}}"
        },
        .read("Microsoft Graph, OData", from: HTTPRequest.token("$skiptoken")) {
            "{\"@odata.context\":\"x\",\"value\":\($0.items)\($0.next(",\"@odata.nextLink\":\"\($0.root)/list?$skiptoken=t\($0.end)\"", else: ""))}"
        },
        .read("OGC SensorThings", from: HTTPRequest.token("$skip")) {
            "{\"@iot.count\":25,\"value\":\($0.items)\($0.next(",\"@iot.nextLink\":\"\($0.root)/list?$skip=t\($0.end)\"", else: ""))}"
        },
        .read("Redfish", from: HTTPRequest.token("$skip")) {
            "{\"Oem@odata.nextLink\":\"/oem\",\"Members@odata.count\":25,\"Members\":\($0.items)\($0.next(",\"Members@odata.nextLink\":\"/list?$skip=t\($0.end)\"", else: ""))}"
        },
        .read("OpenStack", from: HTTPRequest.token("marker")) {
            "{\"servers\":\($0.items)\($0.next(",\"servers_links\":[{\"rel\":\"next\",\"href\":\"\($0.root)/list?marker=t\($0.end)\"}]", else: ""))}"
        },
        .read("OAI-PMH as JSON", from: HTTPRequest.token("resumptionToken")) {
            "{\"records\":\($0.items),\"resumptionToken\":{\"@cursor\":\"\($0.start)\",\"@completeListSize\":\"25\",\"#text\":\"\($0.next("t\($0.end)", else: ""))\"}}"
        },
        .read("Elasticsearch SQL, columns on the first page", from: HTTPRequest.token("cursor")) {
            "{\($0.start == 0 ? "\"columns\":[{\"name\":\"id\"}]," : "")\"rows\":\($0.list { "[\($0)]" })\($0.next(",\"cursor\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Azure Resource Manager", from: HTTPRequest.token("$skiptoken")) {
            "{\"value\":\($0.items)\($0.next(",\"nextLink\":\"\($0.root)/list?$skiptoken=t\($0.end)\"", else: ""))}"
        },
        .read("Bitbucket Cloud", from: HTTPRequest.page()) {
            "{\"pagelen\":10,\"size\":25,\"page\":\($0.number),\"values\":\($0.items)\($0.next(",\"next\":\"\($0.root)/list?page=\($0.number + 1)\"", else: ""))}"
        },
        .read(
            "Confluence", "/wiki/rest/api/content",
            from: { $0.path.hasPrefix("/wiki/") ? $0.number("start", or: 0) : 25 }
        ) {
            "{\"results\":\($0.items),\"start\":\($0.start),\"limit\":10,\"size\":\($0.end - $0.start),\"_links\":{\"base\":\"\($0.root)/wiki\",\"context\":\"/wiki\"\($0.next(",\"next\":\"/rest/api/content?limit=10&start=\($0.end)\"", else: ""))}}"
        },
        .read(
            "Confluence v2", "/wiki/api/v2/pages",
            from: { $0.path == "/wiki/api/v2/pages" ? HTTPRequest.token("cursor")($0) : 25 }
        ) {
            "{\"results\":\($0.items),\"_links\":{\"base\":\"\($0.root)/wiki\"\($0.next(",\"next\":\"/wiki/api/v2/pages?cursor=t\($0.end)\"", else: ""))}}"
        },
        .read("Zendesk, by page", from: HTTPRequest.page()) {
            "{\"users\":\($0.items),\"count\":25,\"next_page\":\($0.next("\"\($0.root)/list?page=\($0.number + 1)\"")),\"previous_page\":null}"
        },
        .read("Zendesk, by cursor", from: HTTPRequest.token("page[after]")) {
            "{\"users\":\($0.items),\"meta\":{\"has_more\":\($0.more),\"after_cursor\":\"t\($0.end)\",\"before_cursor\":\"t\($0.start)\"},\"links\":{\"prev\":\"\($0.root)/list?page[before]=x\",\"next\":\"\($0.root)/list?page[after]=t\($0.end)\"}}"
        },
        .read("Zendesk, incremental", from: HTTPRequest.token("cursor")) {
            "{\"tickets\":\($0.items),\"after_url\":\"\($0.root)/list?cursor=t\($0.end)\",\"after_cursor\":\"t\($0.end)\",\"end_of_stream\":\(!$0.more)}"
        },
        .read("HubSpot", from: HTTPRequest.token("after")) {
            "{\"results\":\($0.items)\($0.next(",\"paging\":{\"next\":{\"after\":\"t\($0.end)\",\"link\":\"\($0.root)/list?after=t\($0.end)\"}}", else: ""))}"
        },
        .read("Salesforce", from: { HTTPRequest.token("q")($0) }) {
            "{\"totalSize\":25,\"done\":\(!$0.more)\($0.next(",\"nextRecordsUrl\":\"/services/data/v60.0/query?q=t\($0.end)\"", else: "")),\"records\":\($0.items)}"
        },
        .read("Spotify", from: HTTPRequest.offset()) {
            "{\"href\":\"x\",\"items\":\($0.items),\"limit\":10,\"next\":\($0.next("\"\($0.root)/list?offset=\($0.end)\"")),\"offset\":\($0.start),\"previous\":null,\"total\":25}"
        },
        .read("Asana", from: HTTPRequest.token("offset")) {
            "{\"data\":\($0.items),\"next_page\":\($0.next("{\"offset\":\"t\($0.end)\",\"path\":\"/list?offset=t\($0.end)\",\"uri\":\"\($0.root)/list?offset=t\($0.end)\"}"))}"
        },
        .read("FHIR", from: HTTPRequest.token("_getpages")) {
            "{\"resourceType\":\"Bundle\",\"total\":25,\"link\":[{\"relation\":\"self\",\"url\":\"\($0.root)/list\"}\($0.next(",{\"relation\":\"next\",\"url\":\"\($0.root)/list?_getpages=t\($0.end)\"}", else: ""))],\"entry\":\($0.items)}"
        },
        .read("PayPal", from: HTTPRequest.page()) {
            "{\"items\":\($0.items),\"links\":[{\"href\":\"/list\",\"rel\":\"self\"}\($0.next(",{\"href\":\"/list?page=\($0.number + 1)\",\"rel\":\"next\"}", else: ""))]}"
        },
        .read("Siren", from: HTTPRequest.page()) {
            "{\"class\":[\"people\"],\"entities\":\($0.items),\"links\":[{\"rel\":[\"self\"],\"href\":\"/list\"}\($0.next(",{\"rel\":[\"next\"],\"href\":\"/list?page=\($0.number + 1)\"}", else: ""))]}"
        },
        .read("Facebook Graph", requests: 3, from: HTTPRequest.token("after")) {
            "{\"data\":\($0.items),\"paging\":{\"cursors\":{\"before\":\"t0\",\"after\":\"t\($0.end)\"}\($0.next(",\"next\":\"\($0.root)/list?after=t\($0.end)\"", else: ""))}}"
        },
        .read("X, search of version 1.1", from: HTTPRequest.token("max_id")) {
            "{\"statuses\":\($0.items),\"search_metadata\":{\"count\":10,\"query\":\"q\"\($0.next(",\"next_results\":\"?max_id=t\($0.end)&q=q\"", else: ""))}}"
        },
        .read("Launchpad", from: HTTPRequest.offset("ws.start")) {
            "{\"total_size\":25,\"start\":\($0.start)\($0.next(",\"next_collection_link\":\"\($0.root)/list?ws.start=\($0.end)\"", else: "")),\"entries\":\($0.items)}"
        },
        .read("Zhihu", from: HTTPRequest.offset()) {
            "{\"paging\":{\"is_end\":\(!$0.more),\"next\":\"\($0.root)/list?offset=\($0.start + 10)\",\"totals\":25},\"data\":\($0.items)}"
        },
        .read("Laravel", from: HTTPRequest.page()) {
            "{\"current_page\":\($0.number),\"data\":\($0.items),\"last_page\":3,\"next_page_url\":\($0.next("\"\($0.root)/list?page=\($0.number + 1)\"")),\"total\":25}"
        },
        .read("Rick and Morty", from: HTTPRequest.page()) {
            "{\"info\":{\"count\":25,\"pages\":3,\"next\":\($0.next("\"\($0.root)/list?page=\($0.number + 1)\"")),\"prev\":null},\"results\":\($0.items)}"
        },
        .read("API Platform, Hydra", from: HTTPRequest.page()) {
            "{\"@id\":\"/list\",\"hydra:member\":\($0.items),\"hydra:totalItems\":25,\"hydra:view\":{\"@id\":\"/list?page=\($0.number)\",\"hydra:first\":\"/list?page=1\",\"hydra:last\":\"/list?page=3\"\($0.next(",\"hydra:next\":\"/list?page=\($0.number + 1)\"", else: ""))},\"hydra:search\":{\"hydra:template\":\"/list{?name}\",\"hydra:mapping\":[{\"variable\":\"name\"}]}}"
        },
        .read("Datasette, rows as arrays", from: HTTPRequest.token("_next")) {
            "{\"columns\":[\"id\"],\"rows\":\($0.list { "[\($0)]" }),\"next\":\($0.next("\"t\($0.end)\"")),\"next_url\":\($0.next("\"\($0.root)/list?_next=t\($0.end)\""))}"
        },
        .read("Discourse", items: "topic_list.topics", from: HTTPRequest.page("page", first: 0)) {
            "{\"users\":[{\"id\":7}],\"topic_list\":{\"per_page\":10\($0.next(",\"more_topics_url\":\"/list?page=\($0.number)\"", else: "")),\"topics\":\($0.items)}}"
        },
    ]

    private static let cursors: [VendorAPI] = [
        .read("Slack", from: HTTPRequest.token("cursor")) {
            "{\"ok\":true,\"members\":\($0.items),\"response_metadata\":{\"next_cursor\":\"\($0.next("t\($0.end)", else: ""))\"}}"
        },
        .read("Notion, users", from: HTTPRequest.token("start_cursor")) {
            "{\"object\":\"list\",\"results\":\($0.items),\"next_cursor\":\($0.next("\"t\($0.end)\"")),\"has_more\":\($0.more)}"
        },
        .read("X", from: HTTPRequest.token("pagination_token")) {
            "{\"data\":\($0.items),\"meta\":{\"result_count\":10\($0.next(",\"next_token\":\"t\($0.end)\"", else: ""))}}"
        },
        .read("Google, YouTube", from: HTTPRequest.token("pageToken")) {
            "{\"kind\":\"x\",\"items\":\($0.items)\($0.next(",\"nextPageToken\":\"t\($0.end)\"", else: ",\"nextSyncToken\":\"s\""))}"
        },
        .read("Jira Cloud, search", from: HTTPRequest.token("nextPageToken")) {
            "{\"issues\":\($0.items),\"isLast\":\(!$0.more)\($0.next(",\"nextPageToken\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Amazon, NextToken in the address", from: HTTPRequest.token("NextToken")) {
            "{\"Things\":\($0.items)\($0.next(",\"NextToken\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Amazon, Marker in the address", from: HTTPRequest.token("Marker")) {
            "{\"Users\":\($0.items),\"IsTruncated\":\($0.more)\($0.next(",\"Marker\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Amazon, S3", from: HTTPRequest.token("continuation-token")) {
            "{\"Contents\":\($0.items),\"IsTruncated\":\($0.more)\($0.next(",\"NextContinuationToken\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Reddit", from: HTTPRequest.token("after")) {
            "{\"kind\":\"Listing\",\"data\":{\"after\":\($0.next("\"t\($0.end)\"")),\"dist\":10,\"before\":null,\"children\":\($0.items)}}"
        },
        .read("Twitch", requests: 4, from: HTTPRequest.token("after")) {
            "{\"data\":\($0.items),\"pagination\":{\($0.next("\"cursor\":\"t\($0.end)\"", else: ""))}}"
        },
        .read("Airtable", from: HTTPRequest.token("offset")) {
            "{\"records\":\($0.items)\($0.next(",\"offset\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Kubernetes", from: HTTPRequest.token("continue")) {
            "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"\($0.next(",\"continue\":\"t\($0.end)\",\"remainingItemCount\":\(25 - $0.end)", else: ""))},\"items\":\($0.items)}"
        },
        .read("Matrix, messages", from: HTTPRequest.token("from")) {
            "{\"start\":\"t\($0.start)\",\"chunk\":\($0.items)\($0.next(",\"end\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Matrix, public rooms", requests: 4, from: HTTPRequest.token("since")) {
            "{\"chunk\":\($0.items),\"total_room_count_estimate\":25\($0.next(",\"next_batch\":\"t\($0.end)\"", else: ""))}"
        },
        .read("MediaWiki", from: HTTPRequest.token("apcontinue")) {
            "{\($0.next("\"continue\":{\"apcontinue\":\"t\($0.end)\",\"continue\":\"-||\"},", else: ""))\"query\":{\"allpages\":\($0.items)}}"
        },
        .read("MediaWiki, search", from: HTTPRequest.offset("sroffset")) {
            "{\($0.next("\"continue\":{\"sroffset\":\($0.end),\"continue\":\"-||\"},", else: ""))\"query\":{\"searchinfo\":{\"totalhits\":25},\"search\":\($0.items)}}"
        },
        .read("MediaWiki, users", from: HTTPRequest.token("aufrom")) {
            "{\($0.next("\"continue\":{\"aufrom\":\"t\($0.end)\",\"continue\":\"-||\"},", else: ""))\"query\":{\"allusers\":\($0.items)}}"
        },
        .read("Wikidata", from: HTTPRequest.offset("continue")) {
            "{\"searchinfo\":{\"search\":\"x\"},\"search\":\($0.items)\($0.next(",\"search-continue\":\($0.end)", else: "")),\"success\":1}"
        },
        .read("OpenAI", from: HTTPRequest.after("after")) {
            "{\"object\":\"list\",\"data\":\($0.items),\"first_id\":\"\($0.start)\",\"last_id\":\"\($0.end - 1)\",\"has_more\":\($0.more)}"
        },
        .read("Anthropic", from: HTTPRequest.after("after_id")) {
            "{\"data\":\($0.items),\"first_id\":\"\($0.start)\",\"last_id\":\"\($0.end - 1)\",\"has_more\":\($0.more)}"
        },
        .read("Stripe", from: HTTPRequest.after("starting_after")) {
            "{\"object\":\"list\",\"url\":\"/v1/x\",\"has_more\":\($0.more),\"data\":\($0.items)}"
        },
        .read("Lemmy", requests: 4, from: HTTPRequest.token("page_cursor")) {
            "{\"posts\":\($0.items)\($0.next(",\"next_page\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Google Places", requests: 6, from: HTTPRequest.token("pagetoken")) {
            "{\"html_attributions\":[],\"results\":\($0.items)\($0.next(",\"next_page_token\":\"t\($0.end)\"", else: "")),\"status\":\"OK\"}"
        },
        .read("Box", from: HTTPRequest.token("marker")) {
            "{\"entries\":\($0.items),\"limit\":10,\"next_marker\":\($0.next("\"t\($0.end)\""))}"
        },
        .read("Intercom", from: HTTPRequest.token("starting_after")) {
            "{\"type\":\"list\",\"data\":\($0.items),\"pages\":{\"type\":\"pages\",\"page\":\($0.number),\"total_pages\":3\($0.next(",\"next\":{\"page\":\($0.number + 1),\"starting_after\":\"t\($0.end)\"}", else: ""))}}"
        },
        .read("Cassandra, Astra", from: HTTPRequest.token("page-state")) {
            "{\"count\":10,\"data\":\($0.items)\($0.next(",\"pageState\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Dynatrace", requests: 4, from: HTTPRequest.token("nextPageKey")) {
            "{\"totalCount\":25,\"pageSize\":10,\"entities\":\($0.items)\($0.next(",\"nextPageKey\":\"t\($0.end)\"", else: ""))}"
        },
        .read("Solr, by mark", "/list?cursorMark=*", requests: 4, from: HTTPRequest.token("cursorMark")) {
            "{\"response\":{\"numFound\":25,\"start\":0,\"docs\":\($0.items)},\"nextCursorMark\":\"t\($0.end)\"}"
        },
        .read("Crossref, by cursor", "/list?cursor=*", requests: 4, from: HTTPRequest.token("cursor")) {
            "{\"status\":\"ok\",\"message\":{\"next-cursor\":\"t\($0.end)\",\"total-results\":25,\"items\":\($0.items)}}"
        },
        .read("Douyin, a flag as a number", from: HTTPRequest.token("cursor")) {
            "{\"list\":\($0.items),\"has_more\":\($0.next("1", else: "0")),\"cursor\":\"t\($0.end)\"}"
        },
        .read("Express, an object of the next page", from: HTTPRequest.page()) {
            "{\($0.next("\"next\":{\"page\":\($0.number + 1),\"limit\":10},", else: ""))\"results\":\($0.items)}"
        },
        .read("GraphQL over GET", "/list?after=", from: HTTPRequest.token("after")) {
            "{\"data\":{\"viewer\":{\"stars\":{\"nodes\":\($0.items),\"pageInfo\":{\"endCursor\":\"t\($0.end)\",\"hasNextPage\":\($0.more)}}}}}"
        },
    ]

    private static let numbered: [VendorAPI] = [
        .read(
            "ArcGIS, GeoJSON", "/list?resultOffset=0", requests: 4, from: HTTPRequest.offset("resultOffset")
        ) {
            "{\"type\":\"FeatureCollection\"\($0.next(",\"properties\":{\"exceededTransferLimit\":true}", else: "")),\"features\":\($0.items)}"
        },
        .read("Jira", from: HTTPRequest.offset("startAt")) {
            "{\"startAt\":\($0.start),\"maxResults\":10,\"total\":25,\"issues\":\($0.items)}"
        },
        .read("Bitbucket Server", from: HTTPRequest.offset("start")) {
            "{\"size\":\($0.end - $0.start),\"limit\":10,\"isLastPage\":\(!$0.more),\"values\":\($0.items),\"start\":\($0.start),\"nextPageStart\":\($0.next("\($0.end)"))}"
        },
        .read("Elasticsearch", from: HTTPRequest.offset("from")) {
            "{\"_shards\":{\"total\":5},\"hits\":{\"total\":{\"value\":25,\"relation\":\"eq\"},\"hits\":\($0.items)}}"
        },
        .read("CouchDB", from: HTTPRequest.offset("skip")) {
            "{\"total_rows\":25,\"offset\":\($0.start),\"rows\":\($0.items)}"
        },
        .read("SCIM", from: HTTPRequest.offset("startIndex", first: 1)) {
            "{\"totalResults\":25,\"itemsPerPage\":10,\"startIndex\":\($0.start + 1),\"Resources\":\($0.items)}"
        },
        .read("Open Library", requests: 4, from: HTTPRequest.offset()) {
            "{\"numFound\":25,\"start\":0,\"numFoundExact\":true,\"num_found\":25,\"docs\":\($0.items),\"q\":\"x\",\"offset\":null}"
        },
        .read("Crossref", requests: 4, from: HTTPRequest.offset()) {
            "{\"status\":\"ok\",\"message\":{\"facets\":{},\"total-results\":25,\"items\":\($0.items),\"items-per-page\":10,\"query\":{\"start-index\":0,\"search-terms\":null}}}"
        },
        .read("arXiv, OpenSearch", requests: 5, from: HTTPRequest.offset("start")) {
            "{\"feed\":{\"opensearch:totalResults\":25,\"opensearch:startIndex\":\($0.start),\"opensearch:itemsPerPage\":10,\"entry\":\($0.items)}}"
        },
        .read("Algolia", from: HTTPRequest.page("page", first: 0)) {
            "{\"hits\":\($0.items),\"nbHits\":25,\"page\":\($0.number - 1),\"nbPages\":3,\"hitsPerPage\":10}"
        },
        .read("Solr", from: HTTPRequest.offset("start")) {
            "{\"response\":{\"numFound\":25,\"start\":\($0.start),\"docs\":\($0.items)}}"
        },
        .read("Spring", from: HTTPRequest.page("page", first: 0)) {
            "{\"content\":\($0.items),\"pageable\":{\"pageNumber\":\($0.number - 1)},\"last\":\(!$0.more),\"totalElements\":25,\"totalPages\":3,\"size\":10,\"number\":\($0.number - 1)}"
        },
        .read("Strapi", from: HTTPRequest.page("pagination[page]")) {
            "{\"data\":\($0.items),\"meta\":{\"pagination\":{\"page\":\($0.number),\"pageSize\":10,\"pageCount\":3,\"total\":25}}}"
        },
        .read("Strapi, by offset", from: HTTPRequest.offset("pagination[start]")) {
            "{\"data\":\($0.items),\"meta\":{\"pagination\":{\"start\":\($0.start),\"limit\":10,\"total\":25}}}"
        },
        .read("Bubble", requests: 4, from: HTTPRequest.offset("cursor")) {
            "{\"response\":{\"cursor\":\($0.start),\"results\":\($0.items),\"count\":\($0.ids.count),\"remaining\":\(25 - $0.end)}}"
        },
        .read(
            "Bubble, from an offset", "/list?cursor=0&limit=10", requests: 4,
            from: HTTPRequest.offset("cursor")
        ) {
            "{\"response\":{\"cursor\":\($0.start),\"results\":\($0.items),\"count\":\($0.ids.count),\"remaining\":\(25 - $0.end)}}"
        },
        .read("Tableau", from: HTTPRequest.page("pageNumber")) {
            "{\"pagination\":{\"pageNumber\":\"\($0.number)\",\"pageSize\":\"10\",\"totalAvailable\":\"25\"},\"users\":{\"user\":\($0.items)}}"
        },
        .read("JFinal", from: HTTPRequest.page("pageNumber")) {
            "{\"totalRow\":25,\"pageNumber\":\($0.number),\"firstPage\":\($0.number == 1),\"lastPage\":\(!$0.more),\"totalPage\":3,\"pageSize\":10,\"list\":\($0.items)}"
        },
        .read("AdonisJS", from: HTTPRequest.page()) {
            "{\"meta\":{\"total\":25,\"per_page\":10,\"current_page\":\($0.number),\"last_page\":3,\"next_page_url\":\($0.next("\"/?page=\($0.number + 1)\""))},\"data\":\($0.items)}"
        },
        .read("Marketo", "/list?nextPageToken=t0", from: HTTPRequest.token("nextPageToken")) {
            "{\"requestId\":\"x\",\"success\":true,\"nextPageToken\":\"t\($0.end)\",\"moreResult\":\($0.more),\"result\":\($0.items)}"
        },
        .read("WHOOP", requests: 5, from: HTTPRequest.token("nextToken")) {
            "{\"records\":\($0.items),\"next_token\":\($0.next("\"t\($0.end)\""))}"
        },
        .read("Token that begins with a slash", from: HTTPRequest.token("pageToken")) {
            "{\"items\":\($0.items),\"nextPageToken\":\($0.next("\"/\($0.end)\""))}"
        },
        .read("Contentful", from: HTTPRequest.offset("skip")) {
            "{\"sys\":{\"type\":\"Array\"},\"total\":25,\"skip\":\($0.start),\"limit\":10,\"items\":\($0.items)}"
        },
        .read("Last.fm", from: HTTPRequest.page()) {
            "{\"topartists\":{\"artist\":\($0.items),\"@attr\":{\"page\":\"\($0.number)\",\"perPage\":\"10\",\"totalPages\":\"3\",\"total\":\"25\"}}}"
        },
        .read("Open Food Facts", from: HTTPRequest.page()) {
            "{\"count\":25,\"page\":\($0.number),\"page_count\":\($0.ids.count),\"page_size\":10,\"products\":\($0.items),\"skip\":\($0.start)}"
        },
        .read("API-Football", from: HTTPRequest.page()) {
            "{\"get\":\"players\",\"errors\":[],\"results\":\($0.ids.count),\"paging\":{\"current\":\($0.number),\"total\":3},\"response\":\($0.items)}"
        },
        .read("API-Football, from a page", "/list?page=1", from: HTTPRequest.page()) {
            "{\"get\":\"players\",\"errors\":[],\"results\":\($0.ids.count),\"paging\":{\"current\":\($0.number),\"total\":3},\"response\":\($0.items)}"
        },
        .read("MusicBrainz, releases of an artist", from: HTTPRequest.offset()) {
            "{\"release-count\":25,\"release-offset\":\($0.start),\"releases\":\($0.items)}"
        },
        .read("CoinMarketCap", "/list?start=1", from: HTTPRequest.offset("start", first: 1)) {
            "{\"status\":{\"error_code\":0,\"credit_count\":1,\"total_count\":25},\"data\":\($0.items)}"
        },
        .read("openFDA", from: HTTPRequest.offset("skip")) {
            "{\"meta\":{\"disclaimer\":\"x\",\"results\":{\"skip\":\($0.start),\"limit\":10,\"total\":25}},\"results\":\($0.items)}"
        },
        .read("USAspending", from: HTTPRequest.page()) {
            "{\"page_metadata\":{\"page\":\($0.number),\"hasNext\":\($0.more)},\"results\":\($0.items)}"
        },
        .read("Pixabay", "/list?page=1", from: HTTPRequest.page()) {
            "{\"total\":4692,\"totalHits\":25,\"hits\":\($0.items)}"
        },
        .read("Setlist.fm", requests: 4, from: HTTPRequest.page("p")) {
            "{\"type\":\"setlists\",\"itemsPerPage\":10,\"page\":\($0.number),\"total\":25,\"setlist\":\($0.items)}"
        },
        .read("SonarQube", requests: 6, from: HTTPRequest.page("p")) {
            "{\"paging\":{\"pageIndex\":\($0.number),\"pageSize\":10,\"total\":25},\"components\":\($0.items)}"
        },
        .read("GBIF", from: HTTPRequest.offset()) {
            "{\"offset\":\($0.start),\"limit\":10,\"endOfRecords\":\(!$0.more),\"results\":\($0.items)}"
        },
        .read("World Bank", "/list?format=json", from: HTTPRequest.page()) {
            "[{\"page\":\($0.number),\"pages\":3,\"per_page\":\"10\",\"total\":25},\($0.items)]"
        },
        .read("Backbone's paginator", "/list?page=1", from: HTTPRequest.page()) {
            "[{\"total_entries\":25},\($0.items)]"
        },
        .read("Socrata", "/list?$limit=10", requests: 4, from: HTTPRequest.offset("$offset")) { $0.items },
        .read("ClickUp", "/list?page=0", from: HTTPRequest.page("page", first: 0)) {
            "{\"tasks\":\($0.items),\"last_page\":\(!$0.more)}"
        },
        .read("Zoho Books", from: HTTPRequest.page()) {
            "{\"code\":0,\"message\":\"success\",\"contacts\":\($0.items),\"page_context\":{\"page\":\($0.number),\"per_page\":10,\"has_more_page\":\($0.more)}}"
        },
        .read("NOAA", from: HTTPRequest.offset("offset", first: 1)) {
            "{\"metadata\":{\"resultset\":{\"offset\":\($0.start + 1),\"count\":25,\"limit\":10}},\"results\":\($0.items)}"
        },
        .read("Stack Exchange, from a page", "/list?page=1", from: HTTPRequest.page()) {
            "{\"items\":\($0.items),\"has_more\":\($0.more),\"quota_remaining\":299}"
        },
    ]

    private static let headers: [VendorAPI] = [
        .headed("PostgREST, Supabase", "/list?limit=10", from: HTTPRequest.offset()) { page in
            HTTPResponse.json(status: 206, text: page.items)
                .with("Content-Range", "\(page.start)-\(page.end - 1)/25")
        },
        .headed("PostgREST without a count", "/list?limit=10", requests: 4, from: HTTPRequest.offset()) {
            page in
            .json(text: page.items)
                .with("Content-Range", page.ids.isEmpty ? "*/*" : "\(page.start)-\(page.end - 1)/*")
        },
        .headed(
            "Heroku",
            from: { request in
                request.headers["Range"].flatMap { $0.split(separator: "t").last }.flatMap { Int($0) } ?? 0
            }
        ) { page in
            let response = HTTPResponse.json(status: page.more ? 206 : 200, text: page.items)
                .with("Content-Range", "id a..b; max=10")
            return page.more ? response.with("Next-Range", "id ]t\(page.end)") : response
        },
        .headed("Azure DevOps", from: HTTPRequest.token("continuationToken")) { page in
            let response = HTTPResponse.json(text: "{\"count\":\(page.ids.count),\"value\":\(page.items)}")
            return page.more ? response.with("x-ms-continuationtoken", "t\(page.end)") : response
        },
        .headed(
            "Cosmos DB",
            from: { $0.headers["x-ms-continuation"].flatMap { Int($0.dropFirst()) } ?? 0 }
        ) { page in
            let response = HTTPResponse.json(
                text: "{\"_rid\":\"x\",\"Documents\":\(page.items),\"_count\":\(page.ids.count)}")
            return page.more ? response.with("x-ms-continuation", "t\(page.end)") : response
        },
        .headed("GitLab, many items", from: HTTPRequest.page()) { page in
            .json(text: page.items).with("X-Page", "\(page.number)")
                .with("X-Next-Page", page.next("\(page.number + 1)", else: ""))
        },
        .headed("WordPress", from: HTTPRequest.page()) { page in
            .json(text: page.items).with("X-WP-Total", "25").with("X-WP-TotalPages", "3")
        },
        .headed("EVE Online", from: HTTPRequest.page()) { .json(text: $0.items).with("X-Pages", "3") },
        .headed("Coinbase Exchange", from: HTTPRequest.token("after")) { page in
            let response = HTTPResponse.json(text: page.items).with("CB-BEFORE", "t\(page.start)")
            return page.more ? response.with("CB-AFTER", "t\(page.end)") : response
        },
        .headed("ASP.NET", from: HTTPRequest.page()) {
            .json(text: $0.items).with("X-Pagination", #"{"TotalCount":25,"PageSize":10,"TotalPages":3}"#)
        },
    ]

    /// Those that an address alone does not read: each ends with a failure that names the option.
    private static let optional: [VendorAPI] = [
        .needs(
            .offset(as: "resultOffset"), "ArcGIS, GeoJSON without an offset",
            from: HTTPRequest.offset("resultOffset")
        ) {
            "{\"type\":\"FeatureCollection\"\($0.next(",\"properties\":{\"exceededTransferLimit\":true}", else: "")),\"features\":\($0.items)}"
        },
        .needs(.offset(), "Mindbody", from: HTTPRequest.offset()) {
            "{\"PaginationResponse\":{\"RequestedLimit\":10,\"RequestedOffset\":\($0.start),\"PageSize\":10,\"TotalResults\":25},\"Clients\":\($0.items)}"
        },
        .needs(.offset(), "Diffbot", from: HTTPRequest.offset()) {
            "{\"hits\":25,\"results\":\($0.ids.count),\"data\":\($0.items)}"
        },
        .needs(.page(), "Flag in an object of its own", from: HTTPRequest.page()) {
            "{\"data\":\($0.items),\"page_data\":{\"has_more\":\($0.more)}}"
        },
        .needs(
            .cursor(at: "next_cursor", as: .body("start_cursor")), "Notion, databases",
            body: "{\"page_size\":10}", from: HTTPRequest.member("start_cursor")
        ) {
            "{\"object\":\"list\",\"results\":\($0.items),\"next_cursor\":\($0.next("\"t\($0.end)\"")),\"has_more\":\($0.more)}"
        },
        .needs(
            .cursor(at: "data.viewer.repositories.pageInfo.endCursor", as: .body("variables.cursor")),
            "GitHub GraphQL",
            body:
                #"{"query":"query($cursor: String) { viewer { repositories(first: 10, after: $cursor) { nodes { id } } } }"}"#,
            from: HTTPRequest.member("variables.cursor")
        ) {
            "{\"data\":{\"viewer\":{\"repositories\":{\"nodes\":\($0.items),\"pageInfo\":{\"endCursor\":\"t\($0.end)\",\"hasNextPage\":\($0.more)}}}}}"
        },
        .needs(
            .cursor(at: "LastEvaluatedKey", as: .body("ExclusiveStartKey")), "DynamoDB",
            body: "{\"TableName\":\"t\"}", from: HTTPRequest.member("ExclusiveStartKey")
        ) {
            "{\"Count\":\($0.ids.count),\"Items\":\($0.items)\($0.next(",\"LastEvaluatedKey\":{\"id\":\"t\($0.end)\"}", else: ""))}"
        },
        .needs(
            .cursor(at: "PaginationToken", as: .body("PaginationToken")), "Cognito",
            body: "{\"Limit\":10}", from: HTTPRequest.member("PaginationToken")
        ) { "{\"Users\":\($0.items)\($0.next(",\"PaginationToken\":\"t\($0.end)\"", else: ""))}" },
        .needs(.page(), "Stack Exchange", from: HTTPRequest.page()) {
            "{\"items\":\($0.items),\"has_more\":\($0.more),\"quota_remaining\":299}"
        },
        .needs(.offset(as: "from"), "npm, search", "/list?size=10", from: HTTPRequest.offset("from")) {
            "{\"objects\":\($0.items),\"total\":25,\"time\":\"x\"}"
        },
        .needs(.offset(), "OGC, features without links", "/list?limit=10", from: HTTPRequest.offset()) {
            "{\"type\":\"FeatureCollection\",\"features\":\($0.items),\"numberMatched\":25,\"numberReturned\":\($0.ids.count)}"
        },
        VendorAPI(
            name: "Storyblok", rule: .page(), start: HTTPRequest.page(),
            page: { .json(text: "{\"stories\":\($0.items),\"rels\":[],\"links\":[]}").with("Total", "25") }),
        VendorAPI(
            name: "Clockify", rule: .page(), start: HTTPRequest.page(),
            page: { .json(text: $0.items).with("Last-Page", "\(!$0.more)") }),
        .needs(
            .cursor(at: "page_token", as: "NAME"), "An unknown parameter", from: HTTPRequest.token("weiter")
        ) { "{\"items\":\($0.items)\($0.next(",\"page_token\":\"t\($0.end)\"", else: ""))}" },
    ]

    /// Bare arrays that say nothing: an address alone reads one page.
    static let silent: [VendorAPI] = [
        .needs(.keyset(as: "after"), "Discord", from: HTTPRequest.after("after")) { $0.items },
        .needs(.keyset(as: "since"), "Trello", from: HTTPRequest.after("since")) { $0.items },
    ]
}

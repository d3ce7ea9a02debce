extension PageSign {
    /// All kinds of fields, the likelier ones first.
    static let all = addresses + cursors + furtherCursors + headers + flags + counts + positions

    // MARK: Next pages

    private static let addresses = [
        PageSign(
            .address, .body,
            [
                "nexturl", "nextpageurl", "nextlink", "nextpagelink", "nexthref", "nexturi", "nextpageuri",
                "odata.nextlink", "nextrecordsurl",
                // OGC SensorThings
                "iot.nextlink",
                // Launchpad
                "nextcollectionlink",
            ]),
        // Zendesk
        PageSign(.address, .list, ["afterurl"]),
        // Twitter
        PageSign(.address, .list, ["nextresults", "nextpath", "nextpagepath"]) { field, _ in
            field.hasAddress
        },
        // Discourse: more_topics_url beside topics
        PageSign(.address, .list, ["more*"]) { field, outline in
            guard field.hasAddress, field.plain.hasSuffix("url") else { return false }
            let name = String(field.plain.dropFirst(4).dropLast(3))
            return outline.fields(of: field.parent, named: [name]).contains { $0.value.kind == .array }
        },
        // FHIR, PayPal, Collection+JSON; OpenStack: servers_links
        PageSign(.address, .body, ["link", "links", "*links"]) { field, _ in
            field.value.kind == .array && field.value.linkAddress(to: ["next"]) != nil
        },
    ]

    /// The cursors of most APIs.
    private static let cursors = [
        PageSign(.cursor(.named("cursor", or: ["offset"])), .body, ["next"]),
        PageSign(.cursor(.named("cursor", or: ["after"])), .body, ["nextcursor"]),
        PageSign(.cursor(.stripped), .body, ["nextpagetoken"]),
        PageSign(.cursor(.own), .body, ["nexttoken"]),
        // Lemmy has the second parameter.
        PageSign(.cursor(.named("cursor", or: ["page_cursor"])), .body, ["nextpage"]),
        PageSign(.cursor(.named("after", or: ["cursor"])), .body, ["after", "endcursor", "aftercursor"]),
        PageSign(.cursor(.named("cursor")), .body, ["nextpagecursor"]),
        PageSign(.cursor(.own), .body, ["continuation", "continuationtoken"]),
        PageSign(.cursor(.stripped), .body, ["nextmaxid", "nextmarker", "nextoffset"]),
        PageSign(.cursor(.named("start")), .body, ["nextpagestart"]),
        PageSign(.cursor(.stripped), .body, ["nextstart", "nextsince"]),
        PageSign(.cursor(.named("cursor", or: ["after"])), .body, ["cursor"]),
        PageSign(.cursor(.own), .body, ["bookmark"]),
        // Intercom
        PageSign(.cursor(.own), .body, ["startingafter"]) { field, _ in field.parent.steps.last == "next" },
        // The object of the next page that servers with Express have.
        PageSign(.cursor(.own), .body, ["page", "offset", "skip", "start"]) { field, _ in
            ["next", "nextpage"].contains(field.parent.steps.last?.plain) && field.value.integer != nil
        },
        // Airtable
        PageSign(.cursor(.own), .body, ["offset"]) { field, _ in
            field.path == "offset" && field.value.kind == .string && field.value.integer == nil
        },
        // Kubernetes
        PageSign(.cursor(.own), .body, ["continue"]) { field, _ in field.path == "metadata.continue" },
        // OAI-PMH, whose token has attributes.
        PageSign(.cursor(.named("resumptionToken")), .body, ["#text", "text", "value"]) { field, _ in
            field.parent.steps.last?.plain == "resumptiontoken"
        },
        // MediaWiki: apcontinue, sroffset, aufrom
        PageSign(.cursor(.own), .body, ["*continue", "*offset", "*from", "*start"]) { field, _ in
            field.path.steps.count == 2 && field.path.steps[0] == "continue" && field.name != "continue"
        },
    ]

    /// The cursors of single APIs, and other names that look like a cursor.
    private static let furtherCursors = [
        // Amazon
        PageSign(.cursor(.own), .list, ["paginationtoken", "nextpaginationtoken"]),
        PageSign(.cursor(.named("continuation-token")), .list, ["nextcontinuationtoken"]),
        PageSign(.cursor(.body("ExclusiveStartKey")), .list, ["lastevaluatedkey"]),
        PageSign(.cursor(.body("ExclusiveStartTableName")), .list, ["lastevaluatedtablename"]),
        PageSign(.cursor(.own), .list, ["marker"]) { field, outline in outline.saysMore(beside: field) },
        // Cassandra, Solr
        PageSign(.cursor(.named("page-state")), .list, ["pagestate"]),
        PageSign(.cursor(.stripped), .list, ["nextcursormark"]),
        // Matrix
        PageSign(.cursor(.named("from", or: ["since"])), .list, ["nextbatch"]),
        PageSign(.cursor(.named("from")), .list, ["end"]) { field, outline in
            !outline.fields(at: field.parent.appending("chunk")).isEmpty
        },
        // OpenAI, Anthropic
        PageSign(.cursor(.named("after", or: ["after_id"])), .list, ["lastid"]) { field, outline in
            outline.saysMore(beside: field) && outline.isList
        },
        PageSign(.cursor(.named("after_id", or: ["after"])), .list, ["lastid"]) { field, outline in
            outline.saysMore(beside: field)
        },
        PageSign(.cursor(.own), .list, ["pagetoken", "pagingtoken", "resumptiontoken", "resumetoken"]),
        PageSign(
            .cursor(.stripped), .list,
            [
                "nextpage*", "nextcursor*", "nexttoken*", "nextkey*", "nextid*", "nextoffset*",
                "nextmarker*", "nextstart*", "nextindex*", "nextposition*", "nextrecord*", "nextrow*",
                "nextbatch*", "nextscroll*", "nextanchor*", "nextfrom*", "nextskip*", "nextmax*",
                "nextsince*", "nextbookmark*", "nextcontinu*",
            ]),
        PageSign(.cursor(.own), .list, ["continuation*", "xcontinuation*", "lastkey"]),
        // Wikidata
        PageSign(.cursor(.named("continue")), .list, ["searchcontinue"]),
    ]

    // MARK: Header fields

    private static let headers = [
        // Heroku
        PageSign(.cursor(.header("Range")), .header, ["nextrange"]),
        // Cosmos DB, DevOps
        PageSign(.cursor(.header("x-ms-continuation")), .header, ["xmscontinuation"]),
        PageSign(.cursor(.named("continuationToken")), .header, ["xmscontinuationtoken"]),
        PageSign(.cursor(.named("page")), .header, ["nextpage", "xnextpage", "xpaginationnextpage"]),
        PageSign(.cursor(.named("cursor")), .header, ["next", "xnext", "nextcursor", "xnextcursor"]),
        PageSign(
            .cursor(.stripped), .header, ["nexttoken", "xnexttoken", "nextpagetoken", "xnextpagetoken"]),
        PageSign(.cursor(.named("cursor")), .header, ["nextlink", "xnextlink", "nexturl", "xnexturl"]),
        // Nomad: X-Nomad-NextToken
        PageSign(
            .cursor(.named("page_token", or: ["pageToken", "next_page_token"])), .header, ["*nextpagetoken"]),
        PageSign(.cursor(.named("next_token", or: ["nextToken", "token"])), .header, ["*nexttoken"]),
        PageSign(.cursor(.named("cursor", or: ["next_cursor", "after"])), .header, ["*nextcursor"]),
        PageSign(.cursor(.own), .header, ["*continuation*"]),
        PageSign(
            .cursor(.named("after")), .header,
            // Coinbase has the last one.
            ["after", "xafter", "*cursorafter", "*pageafter", "*paginationafter", "cbafter"]),
        PageSign(.more(when: true), .header, ["hasmore", "xhasmore", "xhasnext", "xhasnextpage", "xmore"]),
        // Clockify
        PageSign(.more(when: false), .header, ["lastpage", "xlastpage"]),
        PageSign(
            .total, .header,
            [
                "xtotalcount", "xtotal", "xwptotal", "totalcount", "xtotalresults", "xtotalitems",
                "xpaginationtotalcount", "xpaginationtotal",
                "xtotalrecords", "xpaginationitemcount",
                // Storyblok, NASA's CMR, FIWARE, NGSI-LD
                "total", "cmrhits", "fiwaretotalcount", "ngsildresultscount",
            ]),
        PageSign(
            .pages, .header,
            [
                "xtotalpages", "xwptotalpages", "xpagecount", "xpages", "totalpages", "xpaginationpagecount",
                "xpaginationtotalpages",
            ]),
        PageSign(.number, .header, ["xpage"]),
    ]

    // MARK: Flags, counts and positions

    private static let flags = [
        PageSign(
            .more(when: true), .list,
            [
                "hasmore", "hasnext", "hasnextpage", "hasmorepages", "hasmoreitems", "hasmoreresults",
                "moreavailable", "istruncated", "more", "next",
                // Zoho, Steam, ArcGIS
                "hasmorepage", "havemoreresults", "exceededtransferlimit",
                "hasmorerecords", "hasmorerows", "hasmoredata",
                // Marketo
                "moreresult", "moreresults",
            ]),
        PageSign(
            .more(when: false), .list,
            // ClickUp, GBIF, Zhihu
            ["islastpage", "islast", "last", "done", "endofstream", "lastpage", "endofrecords", "isend"]),
    ]

    private static let counts = [
        PageSign(
            .total, .list,
            [
                // Pixabay: those that pages have, beside a larger total
                "totalhits",
                "total", "totalcount", "totalresults", "totalitems", "totalelements", "numfound",
                "totalentries", "recordsfiltered", "totalrecords", "totalsize", "nbhits",
                "totalrows", "recordstotal", "odata.count", "iot.count",
                // OGC, GeoServer, Mux, Jellyfin
                "numbermatched", "totalfeatures", "totalrowcount", "totalrecordcount",
                // Recruit, Tableau, JFinal
                "resultsavailable", "totalavailable", "totalrow",
            ]),
        PageSign(
            .pages, .list,
            [
                "pages", "totalpages", "pagecount", "lastpage", "numpages", "nbpages", "pagestotal",
                "totalpage",
            ]),
        PageSign(
            .remaining, .list,
            ["remainingitemcount", "remainingcount", "remainingitems", "remainingresults", "itemsremaining"]),
    ]

    private static let positions = [
        PageSign(
            .number, .list,
            ["page", "currentpage", "pagenumber", "pageno", "pagenum", "pageindex", "number"]),
        PageSign(.offset, .list, ["offset", "skip", "startindex", "startat", "start", "from"]),
        PageSign(
            .size, .list,
            [
                "perpage", "pagesize", "itemsperpage", "hitsperpage", "pagelen", "maxresults", "limit",
                "size",
            ]),
    ]

    // MARK: By what they say

    /// The names of flags that there is more, in lower case without separators, which mean nothing else also
    /// in an object without a usual name.
    static let distantFlags: Set = Set(
        names(.more(when: true)).filter { $0.hasPrefix("hasmore") || $0.hasPrefix("hasnext") }
            + ["istruncated", "exceededtransferlimit"])

    /// The signs of addresses and cursors in the body.
    static let nextFields = all.filter { $0.place != .header && $0.isNext }

    /// The signs of addresses and cursors in header fields.
    static let nextHeaders = all.filter { $0.place == .header && $0.isNext }

    /// The names of the header fields with the number of the next page.
    static let numberHeaders = Set(
        nextHeaders.filter { $0.meaning == .cursor(.named("page")) }.flatMap(\.names))

    private var isNext: Bool {
        switch meaning {
        case .address, .cursor: true
        case .more, .total, .pages, .remaining, .number, .offset, .size: false
        }
    }

    /// The names of the fields of the body that have a meaning, in the order of the table.
    static func names(_ meaning: Meaning) -> [String] { names[meaning] ?? [] }

    private static let names = Dictionary(grouping: all.filter { $0.place != .header }, by: \.meaning)
        .mapValues { $0.flatMap(\.names) }

    /// The meanings of header fields by name, except for addresses and cursors.
    static let headerMeanings: [String: Meaning] = {
        let signs = all.filter { $0.place == .header && !$0.isNext }
        return Dictionary(signs.flatMap { sign in sign.names.map { ($0, sign.meaning) } }) { first, _ in first
        }
    }()
}

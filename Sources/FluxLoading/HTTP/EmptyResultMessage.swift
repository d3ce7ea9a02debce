import Foundation

/// Recognizes messages in place of items that only state that there are none: `ZERO_RESULTS`, `No users
/// found`, `no more data`.
///
/// The whole message must be such a statement. What else a longer one says, such as `No results: payment
/// required`, may be the reason of a failure. What is missing must be something that a list has: data,
/// results, or anything in the plural. `No license found` is about the request.
package enum EmptyResultMessage {
    /// What a message states that there is none of.
    package enum Subject: Hashable, Sendable {
        /// Items, or further ones.
        case items
        /// A single thing, such as a user or a page, that may be what the address names.
        case single
    }

    /// Returns what a message states that there is none of, on any page or on one after the last one; `nil`
    /// for any other message.
    static func subject(of message: String) -> Subject? {
        let statementAndAdvice = Self.statement(of: message)
        let words = statementAndAdvice.split { !$0.isLetter }.map(String.init)
        let isLacking = words.indices.contains { index in
            // Items may be blocked or paid, such as "no blocked users".
            let isAttribute = attributes.contains(words[index])
            let next = words.dropFirst(index + 1).first
            return lacking.contains(words[index])
                || isAttribute && !(next.map { $0[...].isPlural && !lacking.contains($0) } ?? false)
        }
        if isLacking { return nil }
        let statement = withoutAdvice(statementAndAdvice)
        return subject(ofStatement: statement) ?? subject(ofStatement: withoutFilter(statement))
    }

    private static func subject(ofStatement statement: String) -> Subject? {
        if statement == "not found" { return .single }
        if statementsOfItems.contains(where: { statement.wholeMatch(of: $0) != nil }) { return .items }
        for form in statementsOfNouns {
            guard let match = statement.wholeMatch(of: form.pattern) else { continue }
            if let subject = form.subject(of: match.noun) { return subject }
        }
        return nil
    }

    // MARK: Words around the statement

    /// The message in lower case, with a word in place of each quotation, and without the words before and
    /// the punctuation around the statement.
    private static func statement(of message: String) -> String {
        message.lowercased().replacing("_", with: " ").replacing("’", with: "'").replacing("(s)", with: "s")
            .replacing(/(^|\s)["'“‘«][^"'“”‘’«»]*["'”’»]/) { "\($0.1)quoted" }
            .trimmingCharacters(in: .alphanumerics.inverted)
            .replacing(/^(?:sorry|unfortunately|oops)\W+/, with: "")
            .replacing(
                #/
                ^(?:you\ have | (?:we\ (?:have\ )?)?found | (?:that|this)\ page\ contains
                | (?:(?:the|this|your)\ )?(?:filter|list|page|query|search)\ (?:had|has|matched|returned)) \s
                /#,
                with: "")
    }

    /// A statement without a sentence after it that says what to search for instead.
    private static func withoutAdvice(_ statement: String) -> String {
        statement.replacing(
            #/
            [.!;,]\s+(?:please\ )?(?:try|use|check)\ (?:an?|another|adjusting|broadening|changing|different
            |other|removing|searching|using|your)\b[^:]*$
            /#,
            with: "")
    }

    /// A statement without what was searched for.
    private static func withoutFilter(_ statement: String) -> String {
        statement.replacing(
            #/
            \ (?:between|by|for|in|matching|on|that\ match|that\ matches|with|within)
            (?:\ [^\s:;,.!?]+ (?:[:,.][^\s:;,.!?]+)*){1,8} $
            /#,
            with: "")
    }

    // MARK: Statements

    /// A statement about something that it names.
    private struct StatementOfNoun {
        typealias Pattern = Regex<(Substring, noun: Substring)>

        let pattern: Pattern
        /// Whether any word in the plural is the name of items.
        var takesPlurals = true

        func subject(of noun: Substring) -> Subject? {
            if EmptyResultMessage.items.contains(String(noun)) { return .items }
            if EmptyResultMessage.singles.contains(String(noun)) { return .single }
            return takesPlurals && noun.isPlural ? .items : nil
        }
    }

    private static var statementsOfNouns: [StatementOfNoun] {
        [
            StatementOfNoun(
                pattern: #/no\ (?:available\ )?(?<noun>[a-z]+)/#, takesPlurals: false),
            StatementOfNoun(
                pattern:
                    #/
                    (?:zero | 0 | no\ (?:additional|further|matching|more|other|such))
                    \ (?:[\w-]+\ )?(?<noun>[\w-]+)
                    /#),
            StatementOfNoun(
                pattern:
                    #/
                    (?:there\ (?:is|are|was|were)\ )? (?:no|zero|0)\ (?:[\w-]+\ ){0,3}? (?<noun>[\w-]+)
                    \ (?:available|exists?|left|yet|to\ [a-z]+|(?:(?:was|were)\ )?(?:found|returned))
                    /#),
            StatementOfNoun(
                pattern: #/there\ (?:is|are|was|were)\ no\ (?:[\w-]+\ )?(?<noun>[\w-]+)/#),
            StatementOfNoun(
                pattern: #/(?:[\w-]+\ ){0,2}?(?<noun>[\w-]+)\ (?:was\ |were\ )?not\ found/#),
            StatementOfNoun(
                pattern: #/(?:(?:the|this|requested)\ ){0,2}(?<noun>page)(?:\ [0-9]+)?\ does\ not\ exist/#),
            StatementOfNoun(
                pattern:
                    #/
                    (?:we\ )?(?:could\ not|couldn't|can't|cannot|unable\ to)\ find\ any\ (?:[\w-]+\ )?
                    (?<noun>[\w-]+)
                    /#),
            StatementOfNoun(
                pattern:
                    #/
                    (?:(?:the|this|your)\ (?:filter|query|search)\ )?did\ not\ match\ any\ (?:[\w-]+\ )?
                    (?<noun>[\w-]+)
                    /#),
            StatementOfNoun(
                pattern:
                    #/
                    no\ (?:[\w-]+\ )?(?<noun>[\w-]+)\ match(?:es|ed)?\ (?:the|these|this|your)
                    \ (?:[\w-]+\ )?(?:criteria|filters?|query|request|search|selection)
                    /#),
        ]
    }

    private static var statementsOfItems: [Regex<Substring>] {
        [
            #/
            nothing (?:\ (?:else|more))?
            (?:\ (?:available|here|left|yet|(?:was\ )?found|to\ (?:display|list|load|see|show)(?:\ here)?))?
            /#,
            /(?:an? )?empty (?:list|page|results?|result set|set|data|collection)/,
            #/
            (?:(?:[\w-]+\ ){0,2}(?:collection|list|page|results?|set)\ (?:(?:is|was|are)\ )?
            | (?:the\ )?data\ (?:is\ )?)?
            empty
            /#,
            #/
            (?:(?:the|this|requested)\ ){0,2} (?:page|offset|start|index)
            (?:\ (?:number|index|[0-9]+)){0,2}\ (?:is\ )? out\ of\ (?:range|bounds)
            /#,
            #/
            (?:(?:you've\ )?reached\ )? (?:the\ )?end
            (?:\ of\ (?:the\ )?(?:data|feed|items|list|page|pages|records|results?))?
            /#,
            /(?:没有更多|(?:没有|暂无|无|未找到)(?:相关)?(?=数|记|结|内))的?(?:数据|记录|结果|内容)?了?/,
            /(?:没有|未)(?:查询|搜索|检索|查找|查|找)到(?:任何|相关|符合条件)?的?(?:数据|信息|内容|结果|记录)/,
            /(?:检索|查询|搜索)?(?:结果集?|列表|数据)为空/,
        ]
    }

    // MARK: Words

    /// What lists have.
    private static let items: Set = [
        "content", "data", "document", "documents", "entries", "entry", "hit", "hits", "item", "items",
        "match", "matches", "more", "record", "records", "result", "results", "row", "rows", "activity",
        "children", "equipment", "feedback", "history", "information", "inventory", "media", "people",
        "staff",
    ]

    /// What messages in the singular name, and lists have.
    private static let singles: Set = [
        "article", "booking", "comment", "contact", "customer", "event", "file", "image", "invoice", "member",
        "message", "notification", "order", "page", "person", "photo", "post", "product", "ticket",
        "transaction", "user", "video",
    ]

    /// What a request may lack, in words of such messages that are those of a failure, and the words for a
    /// reason.
    private static let lacking: Set = [
        "key", "keys", "token", "tokens", "credential", "credentials", "session", "permission", "permissions",
        "access", "auth", "authentication", "authorization", "database", "server", "servers", "host",
        "endpoint", "route", "method", "parameter", "field", "column", "table", "quota", "credit", "credits",
        "calls", "requests", "error", "retry", "cache", "upstream", "login", "payment", "subscription",
        "nodes", "shards", "workers", "replicas", "connections", "sessions", "hosts", "licenses", "scopes",
        "queries", "searches", "downloads", "attempts", "than", "because", "due", "until", "unless",
        "timeout", "maintenance", "suspended", "unauthorized", "license", "plan", "region", "tier",
        "certificate",
    ]

    /// What a request, or else an item, may be.
    private static let attributes: Set = [
        "blocked", "disabled", "expired", "free", "locked", "paid", "trial",
    ]
}

extension Substring {
    /// Whether this is a word in the plural: not `access`, `status` or `analysis`.
    fileprivate var isPlural: Bool {
        hasSuffix("s") && count > 3 && !["ss", "us", "is"].contains { hasSuffix($0) }
    }
}

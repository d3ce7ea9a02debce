import Foundation

/// Recognizes messages in place of items that only state that there are none: `ZERO_RESULTS`, `No users
/// found`, `no more data`.
///
/// The whole message must be such a statement. What else a longer one says, such as `No results: payment
/// required`, may be the reason of a failure.
enum EmptyResultMessage {
    /// Whether a message only states that there are no items, or none on a page after the last one.
    static func matches(_ message: String) -> Bool {
        let statementAndAdvice = Self.statement(of: message)
        let words = statementAndAdvice.split { !$0.isLetter }.map(String.init)
        if words.contains(where: lacking.contains) { return false }
        let statement = withoutAdvice(statementAndAdvice)
        return statement.matchesWholly(anyOf: statementsOfSearch + others)
            || withoutFilter(statement).matchesWholly(anyOf: statementsOfSearch)
    }

    /// The message in lower case, with a word in place of each quotation, and without the words before and
    /// the punctuation around the statement.
    private static func statement(of message: String) -> String {
        message.lowercased().replacing("_", with: " ")
            .replacing(/(^|\s)["'“‘«][^"'“”‘’«»]*["'”’»]/) { "\($0.1)quoted" }
            .trimmingCharacters(in: .alphanumerics.inverted)
            .replacing(/^(?:sorry|unfortunately|oops)\W+/, with: "")
            .replacing(
                #/
                ^(?:you\ have | we\ (?:have\ )?found
                | (?:the|this|your)\ (?:filter|list|page|query|search)\ (?:had|has|matched|returned)) \s
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

    /// Those that name what was searched for, if at all, at their end.
    private static var statementsOfSearch: [Regex<Substring>] {
        [
            #/
            (?:there\ (?:is|are|was|were)\ )? (?:no|zero|0)\ (?:(?:further|matching|more|other)\ )?
            (?:data|entr(?:y|ies)|items?|match(?:es)?|records?|results?|rows?)
            (?:\ (?:available|left|yet|to\ [a-z]+|(?:was\ |were\ )?found))?
            /#,
            /(?:data|entr(?:y|ies)|items?|match(?:es)?|records?|results?|rows?) (?:was |were )?not found/,
            /(?:no|zero|0) (?:[\w-]+ ){1,3}(?:yet|(?:was |were )?found)/,
            /there (?:is|are|was|were) no [\w-]+(?: [\w-]+)?(?: found)?/,
            /no more(?! than)(?: [\w-]+){0,2}(?: (?:available|left|to [a-z]+))?/,
            #/
            nothing (?:\ (?:else|more))?
            (?:\ (?:available|here|left|yet|(?:was\ )?found|to\ (?:display|list|load|see|show)(?:\ here)?))?
            /#,
        ]
    }

    private static var others: [Regex<Substring>] {
        [
            /(?:[\w-]+ ){0,3}not found/,
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
            /(?:没有更多|(?:没有|暂无|无|未找到)(?:相关)?(?=数|记|结|内))的?(?:数据|记录|结果|内容)?了?/,
        ]
    }

    /// What a request may lack, in words of such messages that are those of a failure.
    private static let lacking: Set = [
        "key", "token", "credential", "credentials", "session", "permission", "permissions", "access", "auth",
        "authentication", "authorization", "database", "server", "host", "endpoint", "route", "method",
        "parameter", "field", "column", "table", "quota", "credit", "credits", "calls", "requests",
        "error", "retry", "cache", "upstream", "login", "payment", "subscription",
    ]
}

extension String {
    fileprivate func matchesWholly(anyOf patterns: [Regex<Substring>]) -> Bool {
        patterns.contains { wholeMatch(of: $0) != nil }
    }
}

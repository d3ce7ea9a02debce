/// Finds the sites of a source file: its statements, conditions and initial values.
///
/// Knows Swift as `swift format` sets it in this project, not more; what it takes for a site and is none
/// fails to compile, and is left out then.
struct SiteFinder {
    let tokens: [Token]
    private(set) var sites: [Site] = []
    /// For each case without associated values, the next such case of its enumeration.
    private(set) var caseAfter: [String: String] = [:]
    private var partner: [Int: Int] = [:]

    init(_ tokens: [Token]) {
        self.tokens = tokens
        var open: [Int] = []
        for (index, token) in tokens.enumerated() where token.kind == .symbol {
            if ["(", "[", "{"].contains(token.text) { open.append(index) }
            if [")", "]", "}"].contains(token.text), let start = open.popLast() { partner[start] = index }
        }
        findInType(0..<tokens.count)
    }

    private func text(_ index: Int) -> String {
        index < tokens.count ? tokens[index].text : ""
    }

    /// The index after a token, or after the bracket that closes what it opens.
    private func next(_ index: Int) -> Int {
        (partner[index] ?? index) + 1
    }

    /// The first index, outside all brackets, of one of some tokens.
    private func first(of texts: Set<String>, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if texts.contains(text(index)) { return index }
            index = next(index)
        }
        return nil
    }

    private func contents(of bracket: Int) -> Range<Int> {
        (bracket + 1)..<max(bracket + 1, partner[bracket] ?? bracket)
    }

    /// Where a statement ends: before a line that does not continue it.
    private func statementEnd(from start: Int, in limit: Int) -> Int {
        var index = start
        while index < limit {
            let following = next(index)
            if following >= limit { return limit }
            let last = tokens[following - 1]
            let isOpen = last.isInfix || [",", "=", "->", "in", ":"].contains(last.text)
            let token = tokens[following]
            let continues = token.isInfix || [".", "?", ":", "{", "where", "else"].contains(token.text)
            if token.text == ";" || token.startsLine && !isOpen && !continues { return following }
            index = following
        }
        return limit
    }

    private mutating func add(
        _ form: Site.Form, _ range: Range<Int>, result: Site.Result = .unknown, isOnly: Bool = false,
        canBeDeleted: Bool = false
    ) {
        guard !range.isEmpty else { return }
        let bytes = tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
        sites.append(
            Site(
                form: form, tokens: range, range: bytes, result: result, isOnly: isOnly,
                canBeDeleted: canBeDeleted))
    }
}

// Declarations.
extension SiteFinder {
    private static let modifiers: Set<String> = [
        "public", "package", "private", "fileprivate", "internal", "static", "final", "override", "mutating",
        "nonmutating", "lazy", "weak", "unowned", "required", "convenience", "nonisolated", "consuming",
        "borrowing",
        "indirect", "open", "isolated",
    ]

    /// The index of the first token that is no attribute and no modifier.
    private func afterModifiers(_ start: Int) -> Int {
        var index = start
        while true {
            if text(index) == "@" {
                index += 2
                if text(index) == "(", !tokens[index].hasSpaceBefore { index = next(index) }
            } else if Self.modifiers.contains(text(index)) {
                index += 1
                if text(index) == "(", !tokens[index].hasSpaceBefore { index = next(index) }
            } else {
                return index
            }
        }
    }

    private mutating func findInType(_ range: Range<Int>) {
        var cases: [String] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let start = afterModifiers(index)
            guard start < range.upperBound else { break }
            if text(start) == "case" { cases += plainCases(start, in: range.upperBound) }
            index = findInDeclaration(start, in: range.upperBound)
        }
        for (name, following) in zip(cases, cases.dropFirst() + cases.prefix(1)) where name != following {
            caseAfter[name] = following
        }
    }

    private func plainCases(_ start: Int, in limit: Int) -> [String] {
        let end = statementEnd(from: start, in: limit)
        return (start + 1..<end).filter { index in
            [",", "case"].contains(text(index - 1)) && text(index + 1) != "(" && text(index + 1) != "="
        }.map { text($0) }
    }

    /// - Returns: Where what follows the declaration begins.
    private mutating func findInDeclaration(_ start: Int, in limit: Int) -> Int {
        switch text(start) {
        case "struct", "class", "enum", "extension", "actor", "protocol":
            guard let brace = first(of: ["{"], in: start..<limit) else { return limit }
            if text(start) != "protocol" { findInType(contents(of: brace)) }
            return next(brace)
        case "func", "init", "deinit", "subscript":
            guard let brace = first(of: ["{"], in: start..<limit) else { return limit }
            // Without it an operator is nothing: there is nothing to learn from that.
            if text(start + 1) == "receive", (start..<brace).contains(where: { text($0) == "subscriber" }),
                statementEnd(from: brace + 1, in: next(brace) - 1) == next(brace) - 1
            {
                findInClosures(contents(of: brace))
                return next(brace)
            }
            let result = text(start) == "func" ? result(of: start..<brace) : .construction
            findInBody(brace, result: result)
            if result == .nothing, text(brace + 1) != "}" { addEntry(at: brace, header: start) }
            return next(brace)
        case "let", "var":
            return findInVariable(start, in: limit)
        default:
            return max(statementEnd(from: start, in: limit), start + 1)
        }
    }

    private func result(of header: Range<Int>) -> Site.Result {
        guard let arrow = first(of: ["->"], in: header) else { return .nothing }
        return result(namedBy: arrow + 1..<header.upperBound)
    }

    private func result(namedBy type: Range<Int>) -> Site.Result {
        switch type.prefix(while: { text($0) != "where" }).map(text).joined() {
        case "Bool": .bool
        case "Subscribers.Demand", "Demand": .demand
        case "Void": .nothing
        default: .other
        }
    }

    private mutating func addEntry(at brace: Int, header: Int) {
        let place = tokens[brace].range.upperBound
        sites.append(
            Site(form: .entry, tokens: header..<brace, range: place..<place, result: .nothing))
    }

    private mutating func findInVariable(_ start: Int, in limit: Int) -> Int {
        let end = statementEnd(from: start, in: limit)
        guard let mark = first(of: ["=", "{"], in: start..<end) else { return end }
        if text(mark) == "=" {
            addExpression(.value, mark + 1..<end)
            return end
        }
        let colon = first(of: [":"], in: start..<mark) ?? mark - 1
        let accessors: Set = ["get", "set", "willSet", "didSet", "_read", "_modify", "mutating", "@"]
        if !accessors.contains(text(mark + 1)) {
            findInBody(mark, result: result(namedBy: colon + 1..<mark))
        } else {
            var index = mark + 1
            while let brace = first(of: ["{"], in: index..<next(mark) - 1) {
                findInBody(brace, result: .other)
                index = next(brace)
            }
        }
        return next(mark)
    }
}

// Statements.
extension SiteFinder {
    private mutating func findInBody(_ brace: Int, result: Site.Result, mustExit: Bool = false) {
        findInCode(contents(of: brace), result: result, mustExit: mustExit)
    }

    private mutating func findInCode(_ range: Range<Int>, result: Site.Result, mustExit: Bool) {
        var index = range.lowerBound
        while index < range.upperBound {
            if text(index) == ";" {
                index += 1
                continue
            }
            index = findInStatement(index, in: range, result: result, mustExit: mustExit)
        }
    }

    /// - Returns: Where the next statement begins.
    private mutating func findInStatement(
        _ start: Int, in block: Range<Int>, result: Site.Result, mustExit: Bool
    ) -> Int {
        let limit = block.upperBound
        switch text(start) {
        case "if", "while", "guard":
            return findInConditional(start, in: limit, result: result)
        case "for":
            guard let brace = first(of: ["{"], in: start..<limit) else { return limit }
            if let word = first(of: ["in"], in: start..<brace) { addLoopHeader(word + 1..<brace) }
            findInBody(brace, result: result)
            return next(brace)
        case "switch":
            guard let brace = first(of: ["{"], in: start..<limit) else { return limit }
            addExpression(.value, start + 1..<brace)
            findInCases(contents(of: brace), result: result)
            return next(brace)
        case "do", "defer", "repeat", "catch", "else":
            guard let brace = first(of: ["{"], in: start..<limit) else { return limit }
            findInBody(brace, result: result)
            return next(brace)
        case "return", "throw", "break", "continue", "fallthrough":
            let end = statementEnd(from: start, in: limit)
            let hasNoValue = text(start) != "return" || end == start + 1
            let falls = result == .nothing || (hasNoValue && result != .construction)
            addExpression(.statement, start..<end, result: result, canBeDeleted: !mustExit && falls)
            return end
        default:
            let word = afterModifiers(start)
            if ["func", "let", "var", "struct", "enum", "final", "class"].contains(text(word)) {
                return findInDeclaration(word, in: limit)
            }
            let end = statementEnd(from: start, in: limit)
            let isOnly = start == block.lowerBound && end == limit
            let isWhole = isOnly && (result == .bool || result == .demand || result == .other)
            let isSetUp = result == .construction && first(of: ["="], in: start..<end) != nil
            // `_ = value` only keeps a value for so long.
            let isUse = end - start == 3 && text(start) == "_"
            addExpression(
                .statement, start..<end, result: result, isOnly: isOnly,
                canBeDeleted: end - start > 1 && !isWhole && !isSetUp && !isUse)
            return end
        }
    }

    private mutating func findInConditional(_ start: Int, in limit: Int, result: Site.Result) -> Int {
        guard let brace = first(of: ["{"], in: start..<limit) else { return limit }
        let isGuard = text(start) == "guard"
        addConditions(start + 1..<(isGuard ? brace - 1 : brace))
        findInBody(brace, result: result, mustExit: isGuard)
        let end = next(brace)
        guard text(end) == "else", end < limit else { return end }
        if text(end + 1) == "if" { return findInConditional(end + 1, in: limit, result: result) }
        findInBody(end + 1, result: result)
        return next(end + 1)
    }

    private mutating func addConditions(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let end = first(of: [","], in: index..<range.upperBound) ?? range.upperBound
            if ["let", "var", "case"].contains(text(index)) {
                if let mark = first(of: ["="], in: index..<end) {
                    addExpression(text(index) == "case" ? .value : .binding, mark + 1..<end)
                }
            } else {
                addExpression(.condition, index..<end)
            }
            index = end + 1
        }
    }

    private mutating func addLoopHeader(_ range: Range<Int>) {
        let end = first(of: ["where"], in: range) ?? range.upperBound
        addExpression(.value, range.lowerBound..<end)
        if end < range.upperBound { addExpression(.condition, end + 1..<range.upperBound) }
    }

    private mutating func findInCases(_ range: Range<Int>, result: Site.Result) {
        var index = range.lowerBound
        while index < range.upperBound {
            guard let colon = first(of: [":"], in: index..<range.upperBound) else { return }
            if let word = first(of: ["where"], in: index..<colon) {
                addExpression(.condition, word + 1..<colon)
            }
            var end = colon + 1
            while end < range.upperBound,
                !(tokens[end].startsLine && ["case", "default"].contains(text(end)))
            {
                end = next(end)
            }
            findInCode(colon + 1..<min(end, range.upperBound), result: result, mustExit: true)
            index = end
        }
    }

    /// Adds an expression, and the statements of the closures in it.
    private mutating func addExpression(
        _ form: Site.Form, _ range: Range<Int>, result: Site.Result = .unknown, isOnly: Bool = false,
        canBeDeleted: Bool = false
    ) {
        add(form, range, result: result, isOnly: isOnly, canBeDeleted: canBeDeleted)
        findInClosures(range)
    }

    private mutating func findInClosures(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            if text(index) == "{" {
                // After the closure's parameters, if it has any.
                let inside = contents(of: index)
                let lineEnd = inside.dropFirst().first { tokens[$0].startsLine } ?? inside.upperBound
                let head = first(of: ["in"], in: inside.lowerBound..<max(inside.lowerBound, lineEnd))
                let isHead = head.map { !(inside.lowerBound..<$0).contains { text($0) == "for" } } ?? false
                let start = isHead ? (head ?? inside.lowerBound) + 1 : inside.lowerBound
                findInCode(start..<inside.upperBound, result: .unknown, mustExit: false)
                index = next(index)
            } else {
                index += 1
            }
        }
    }
}

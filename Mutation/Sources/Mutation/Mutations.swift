extension SourceFile {
    /// All mutants of a site.
    func mutants(at site: Site) -> [Mutant] {
        if site.form == .entry { return [earlyReturn(at: site)] }
        return wholeSiteMutants(site) + tokenMutants(site)
    }

    private func mutant(
        _ kind: String, _ site: Site, at offset: Int? = nil, to mutated: String,
        replacement: @escaping (String) -> String
    ) -> Mutant {
        let around = lines(around: site.range)
        let before = text(around.lowerBound..<site.range.lowerBound)
        let after = text(site.range.upperBound..<around.upperBound)
        return Mutant(
            file: self, range: site.range, line: line(at: offset ?? site.range.lowerBound), kind: kind,
            original: text(around).onOneLine, mutated: (before + mutated + after).onOneLine,
            replacement: replacement)
    }

    private func earlyReturn(at site: Site) -> Mutant {
        let tokens = finder.tokens[site.tokens]
        let header = text((tokens.first?.range.lowerBound ?? 0)..<(tokens.last?.range.upperBound ?? 0))
        return Mutant(
            file: self, range: site.range, line: line(at: site.range.lowerBound), kind: "returns at once",
            original: header.onOneLine, mutated: header.onOneLine + " { return }",
            replacement: { "if \($0) { return };" })
    }

    private func wholeSiteMutants(_ site: Site) -> [Mutant] {
        let text = text(site.range)
        switch site.form {
        case .condition:
            return [
                mutant("negated", site, to: "!(\(text))") { "(\($0) != (\(text)))" },
                mutant("always true", site, to: "true") { "(\($0) || (\(text)))" },
                mutant("always false", site, to: "false") { "(!\($0) && (\(text)))" },
            ]
        case .binding:
            return [mutant("never bound", site, to: "nil") { "(\($0) ? nil : (\(text)))" }]
        case .value, .entry:
            return []
        case .statement:
            return statementMutants(site, text)
        }
    }

    private func statementMutants(_ site: Site, _ text: String) -> [Mutant] {
        let words = finder.tokens[site.tokens].map(\.text)
        let isReturn = words.first == "return"
        var mutants: [Mutant] = []
        if site.canBeDeleted {
            mutants.append(mutant("deleted", site, to: "") { "if !\($0) { \(text) }" })
        }
        if isReturn, words.count > 2, site.result == .nothing {
            mutants.append(alternative("call deleted", site, text, to: "return"))
        }
        guard isReturn || site.isOnly else { return mutants }
        let value = isReturn ? String(text.dropFirst("return ".count)) : text
        if site.result == .bool, value != "true", value != "false" {
            mutants.append(alternative("negated", site, text, to: "\(isReturn ? "return " : "")!(\(value))"))
        }
        if site.result == .demand, value != ".none" {
            mutants.append(alternative("no demand", site, text, to: isReturn ? "return .none" : ".none"))
        }
        return mutants
    }

    /// A mutant that runs another statement in place of one.
    private func alternative(_ kind: String, _ site: Site, _ text: String, to mutated: String) -> Mutant {
        mutant(kind, site, to: mutated) { "if \($0) { \(mutated) } else { \(text) }" }
    }

    private func tokenMutants(_ site: Site) -> [Mutant] {
        var mutants: [Mutant] = []
        var depth = 0
        for index in site.tokens {
            let token = finder.tokens[index]
            // What stands in closures is a site of its own.
            if token.text == "{" { depth += 1 }
            if token.text == "}" { depth -= 1 }
            guard depth == 0 else { continue }
            for (kind, other) in substitutes(at: index) {
                let mutated =
                    text(site.range.lowerBound..<token.range.lowerBound) + other
                    + text(token.range.upperBound..<site.range.upperBound)
                let original = text(site.range)
                mutants.append(
                    mutant(kind, site, at: token.range.lowerBound, to: mutated) { isActive in
                        site.form == .statement
                            ? "if \(isActive) { \(mutated) } else { \(original) }"
                            : "(\(isActive) ? (\(mutated)) : (\(original)))"
                    })
            }
        }
        return mutants
    }
}

// What a token becomes.
extension SourceFile {
    private static let operators: [String: [String]] = [
        "<": ["<=", ">"], "<=": ["<"], ">": [">=", "<"], ">=": [">"], "==": ["!="], "!=": ["=="],
        "===": ["!=="],
        "!==": ["==="], "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "+=": ["-="], "-=": ["+="],
        "*": ["+"],
        "/": ["*"], "&": ["|"],
    ]

    private func substitutes(at index: Int) -> [(kind: String, text: String)] {
        let token = finder.tokens[index]
        let before = index > 0 ? finder.tokens[index - 1] : token
        let after = index + 1 < finder.tokens.count ? finder.tokens[index + 1] : token
        switch token.kind {
        case .string: return []
        case .number: return numbers(token.text)
        case .symbol:
            if token.isInfix { return (Self.operators[token.text] ?? []).map { ("other operator", $0) } }
            if token.text == "..<" { return [("other range", "...")] }
            let isPrefix = token.text == "!" && (token.hasSpaceBefore || ["(", "["].contains(before.text))
            return isPrefix ? [("not negated", "")] : []
        case .word:
            return words(token.text, before: before, after: after, isMember: isImplicitMember(index))
        }
    }

    private func numbers(_ text: String) -> [(kind: String, text: String)] {
        guard let number = Int(text) else { return [] }
        let more = [("other number", String(number + 1))]
        return number > 0 ? more + [("other number", String(number - 1))] : more
    }

    /// Whether the word follows a dot that follows no value, as in `.none`.
    private func isImplicitMember(_ index: Int) -> Bool {
        guard index > 1, finder.tokens[index - 1].text == "." else { return false }
        let dot = finder.tokens[index - 1]
        return dot.hasSpaceBefore || ["(", "[", "!", "&"].contains(finder.tokens[index - 2].text)
    }

    private func words(
        _ text: String, before: Token, after: Token, isMember: Bool
    ) -> [(kind: String, text: String)] {
        switch text {
        case "true": return [("other value", "false")]
        case "false": return [("other value", "true")]
        case "withLock" where before.text == ".": return [("no lock", "withoutLock")]
        case "compareExchange", "weakCompareExchange", "exchange", "wrappingAdd", "wrappingSubtract",
            "bitwiseAnd":
            guard before.text == ".", after.text == "(" else { return [] }
            // The operation of its name, but that another thread may go on within.
            let name = text == "weakCompareExchange" ? "compareExchange" : text
            return [("not atomic", name + "InTwoSteps")]
        case "min" where after.text == "(" && before.text != ".": return [("other function", "max")]
        case "max" where after.text == "(" && before.text != ".": return [("other function", "min")]
        case "allSatisfy" where before.text == ".": return [("other function", "contains")]
        case "none" where isMember: return [("other demand", "unlimited"), ("other demand", "max(1)")]
        case "unlimited" where isMember: return [("other demand", "none"), ("other demand", "max(1)")]
        default:
            guard isMember, after.text != "(", let other = finder.caseAfter[text] else { return [] }
            return [("other case", other)]
        }
    }
}

// The values of options.
extension Options {
    /// Returns the arguments with `--option=value` as two.
    static func separated(_ arguments: [String]) -> [String] {
        arguments.flatMap { argument -> [String] in
            guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
                return [argument]
            }
            return [String(argument[..<equals]), String(argument[argument.index(after: equals)...])]
        }
    }

    static func value(after option: String, _ rest: inout ArraySlice<String>) throws(UsageError)
        -> String
    {
        guard let value = rest.popFirst() else { throw UsageError("\(option) requires a value") }
        return value
    }

    static func number(
        after option: String, from smallest: Int, to largest: Int = largest, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Int {
        try number(value(after: option, &rest), for: option, from: smallest, to: largest)
    }

    /// Parses the number of an option.
    static func number(
        _ text: String, for option: String, from smallest: Int, to largest: Int = largest
    ) throws(UsageError) -> Int {
        guard let number = Int(text), smallest...largest ~= number else {
            throw UsageError(
                "\(option) takes a whole number from \(smallest) to \(largest), not '\(text)'")
        }
        return number
    }

    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        after option: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Choice {
        let text = try value(after: option, &rest)
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(option) takes one of \(names), not '\(text)'")
        }
        return choice
    }
}

/// Parses marbles, one character at a time.
struct MarbleReader {
    private var steps: [[Marbles.Event]] = []
    private var isInGroup = false
    /// The part of a name in brackets read so far.
    private var name: String?
    /// The number of brackets within the name that are open.
    private var openBrackets = 0

    static func isReserved(_ name: String) -> Bool { name.contains { "-|#()[] ".contains($0) } }

    mutating func read(_ character: Character) {
        switch (character, name) {
        case ("]", let name?) where openBrackets == 0:
            self.name = nil
            add(.value(name))
        case (_, .some):
            if character == "[" { openBrackets += 1 }
            if character == "]" { openBrackets -= 1 }
            name?.append(character)
        case ("[", nil): name = ""
        case ("]", nil): preconditionFailure("Marbles contain ] without [.")
        case ("(", nil):
            precondition(!isInGroup, "Marbles must not nest groups.")
            steps.append([])
            isInGroup = true
        case (")", nil):
            precondition(isInGroup, "Marbles contain ) without (.")
            isInGroup = false
        case ("-", nil):
            precondition(!isInGroup, "Marbles must not contain - within a group.")
            steps.append([])
        case (" ", nil): break
        case ("|", nil): add(.finish)
        case ("#", nil): add(.failure)
        default: add(.value(String(character)))
        }
    }

    private mutating func add(_ event: Marbles.Event) {
        if !isInGroup { steps.append([]) }
        steps[steps.count - 1].append(event)
    }

    func finish(of text: String) -> [[Marbles.Event]] {
        precondition(!isInGroup && name == nil, "Marbles contain an unclosed bracket: \"\(text)\".")
        return steps
    }
}

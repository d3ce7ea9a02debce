/// Reads marbles, a character at a time.
struct MarbleReader {
    private var steps: [[Marbles.Event]] = []
    private var isInGroup = false
    /// What has been read of a name in brackets.
    private var name: String?

    static func isReserved(_ name: String) -> Bool { name.contains { "-|#()[] ".contains($0) } }

    mutating func read(_ character: Character) {
        switch (character, name) {
        case ("]", let name?):
            self.name = nil
            add(.value(name))
        case (_, .some): name?.append(character)
        case ("[", nil): name = ""
        case ("(", nil):
            precondition(!isInGroup, "Marbles: a group within a group.")
            steps.append([])
            isInGroup = true
        case (")", nil):
            precondition(isInGroup, "Marbles: a group that ends without having begun.")
            isInGroup = false
        case ("-", nil):
            precondition(!isInGroup, "Marbles: time does not pass within a group.")
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
        precondition(!isInGroup && name == nil, "Marbles: a bracket is not closed in \"\(text)\".")
        return steps
    }
}

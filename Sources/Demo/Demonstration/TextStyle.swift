/// Colors for a terminal.
struct TextStyle {
    let usesColor: Bool

    func red(_ text: String) -> String { colored(text, 31) }
    func green(_ text: String) -> String { colored(text, 32) }
    func faint(_ text: String) -> String { colored(text, 2) }

    private func colored(_ text: String, _ code: Int) -> String {
        usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    func padded(left width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }

    func padded(right width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

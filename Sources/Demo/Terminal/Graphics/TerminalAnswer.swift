/// The answer of a terminal to a question of ``GraphicsQuery``.
enum TerminalAnswer: Equatable {
    /// The attributes of the terminal (DA1), of which 4 stands for sixel graphics.
    case attributes([Int])
    /// The size of a cell (`CSI 16 t` of xterm).
    case cell(CellPixels)
    /// Whether the terminal has accepted an image by kitty's protocol.
    case kitty(isAccepted: Bool)
}

extension TerminalAnswer {
    /// Reads an answer.
    ///
    /// - Parameter sequence: A whole control sequence, or an application program command with the first byte
    ///   of its end.
    /// - Returns: `nil` if it is no answer.
    init?(_ sequence: [UInt8]) {
        guard sequence.count >= 4 else { return nil }
        let content = String(decoding: sequence[2..<sequence.count - 1], as: UTF8.self)
        switch (sequence[1], sequence[sequence.count - 1]) {
        case (UInt8(ascii: "["), UInt8(ascii: "c")):
            guard content.hasPrefix("?") else { return nil }
            self = .attributes(content.dropFirst().split(separator: ";").compactMap { Int($0) })
        case (UInt8(ascii: "["), UInt8(ascii: "t")):
            let numbers = content.split(separator: ";").map { Int($0) ?? 0 }
            guard numbers.count == 3, numbers[0] == 6,
                let cell = CellPixels(statedWidth: numbers[2], height: numbers[1])
            else { return nil }
            self = .cell(cell)
        case (UInt8(ascii: "_"), _):
            guard content.hasPrefix("G") else { return nil }
            self = .kitty(isAccepted: content.hasSuffix(";OK"))
        default: return nil
        }
    }
}

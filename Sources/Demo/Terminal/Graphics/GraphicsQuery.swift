/// Determines how a terminal shows images: from its environment, then from its answers.
///
/// A terminal answers in the order of the questions, the last of which every terminal answers. Until then,
/// and in a terminal that answers nothing, images are half blocks.
struct GraphicsQuery {
    private static let kittyQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    private static let cellQuestion = "\u{1B}[16t"
    private static let attributesQuestion = "\u{1B}[c"
    /// The attribute of terminals that draw sixel graphics.
    private static let sixelAttribute = 4

    private(set) var graphics: TerminalGraphics
    /// The bytes that ask the terminal; none if its answers would change nothing.
    let question: [UInt8]
    private let isForced: Bool
    private var acceptsKitty = false
    private var knowsCell: Bool

    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - depth: The colors of the terminal.
    ///   - forced: How images are to be shown; `nil` to ask the terminal.
    ///   - cell: The size of a cell, if the system knows it.
    init(
        _ environment: [String: String], _ depth: ColorDepth, forced: TerminalGraphics.Kind? = nil,
        cell: CellPixels? = nil
    ) {
        graphics = TerminalGraphics(
            kind: forced ?? (depth == .trueColor ? .blocks : .none), cell: cell ?? .usual)
        isForced = forced != nil
        knowsCell = cell != nil
        question = Array(Self.question(environment, depth, forced).utf8)
    }

    private static func question(
        _ environment: [String: String], _ depth: ColorDepth, _ forced: TerminalGraphics.Kind?
    ) -> String {
        let cell = cellQuestion + attributesQuestion
        if let forced { return TerminalGraphics(kind: forced).drawsPixels ? cell : "" }
        let term = environment["TERM"] ?? ""
        if depth == .none || term == "linux" { return "" }
        // These take kitty's question for the title of a window.
        let isMultiplexer =
            environment["TMUX"] != nil || environment["STY"] != nil || term.hasPrefix("tmux")
            || term.hasPrefix("screen")
        return isMultiplexer ? cell : kittyQuestion + cell
    }

    /// The bytes that ask for the size of a cell again, as it may change with that of the window.
    var cellQuestion: [UInt8] { graphics.drawsPixels ? Array(Self.cellQuestion.utf8) : [] }

    /// Takes an answer.
    mutating func observe(_ answer: TerminalAnswer) {
        switch answer {
        case .kitty(let isAccepted): acceptsKitty = isAccepted
        case .cell(let cell):
            graphics.cell = cell
            knowsCell = true
        case .attributes(let attributes):
            if isForced { return }
            if acceptsKitty {
                graphics.kind = .kitty
            } else if attributes.contains(Self.sixelAttribute), knowsCell {
                // Without the size of a cell a bitmap would cover others.
                graphics.kind = .sixel
            }
        }
    }
}

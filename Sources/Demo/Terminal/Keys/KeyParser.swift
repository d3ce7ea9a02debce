/// Reads the keys in the bytes that a terminal sends: UTF-8, and escape sequences (ECMA-48 §5.4, xterm).
///
/// Sequences without a key, and bytes that are not UTF-8, are dropped. A sequence may arrive in several
/// parts. Answers of the terminal are no keys, however late they arrive.
struct KeyParser {
    /// The longest escape sequence that is waited for, in bytes.
    private static let longestSequence = 128
    /// The longest text that is taken from a paste, in bytes.
    private static let longestPaste = 4096
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// The bytes of a key that is not complete.
    private var pending: [UInt8] = []
    /// The bytes of a paste that has not ended.
    private var pasted: [UInt8]?

    /// The answers of the terminal that were read.
    private var answers: [TerminalAnswer] = []
    /// Whether the terminal was asked, and its last answer has not arrived: what begins like an answer is no
    /// key then.
    var expectsAnswers = false

    /// Whether a key may be incomplete: call ``flush()`` if nothing follows.
    var isWaiting: Bool { !pending.isEmpty && !beginsAnswer }

    private var beginsAnswer: Bool { expectsAnswers && pending.count > 1 && pending[0] == 0x1B }

    /// Returns the answers since the last call.
    mutating func takeAnswers() -> [TerminalAnswer] {
        defer { answers = [] }
        return answers
    }

    /// Returns the keys that the next bytes complete.
    mutating func parse(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { take(byte, into: &keys) }
        return keys
    }

    /// Returns the key that the bytes so far are, as nothing follows them: a single escape is the Escape key.
    mutating func flush() -> [Key] {
        if beginsAnswer { return [] }
        defer { pending = [] }
        return pending == [0x1B] ? [.escape] : []
    }

    private mutating func take(_ byte: UInt8, into keys: inout [Key]) {
        if pasted != nil {
            takePasted(byte, into: &keys)
            return
        }
        guard let first = pending.first else {
            if byte == 0x1B || byte >= 0x80 {
                pending = [byte]
                if byte >= 0x80, Self.length(ofUTF8: byte) == nil { pending = [] }
            } else if let key = Self.key(ofASCII: byte) {
                keys.append(key)
            }
            return
        }
        if first == 0x1B { takeSequence(byte, into: &keys) } else { takeUTF8(byte, into: &keys) }
    }

    // MARK: Escape sequences

    private mutating func takeSequence(_ byte: UInt8, into keys: inout [Key]) {
        if byte == 0x1B {
            if pending.count > 2, pending[1] == UInt8(ascii: "_") { add(TerminalAnswer(pending + [byte])) }
            // A further escape begins anew; two of them are a key and the beginning of another.
            if pending == [0x1B] { keys.append(.escape) }
            pending = [0x1B]
            return
        }
        pending.append(byte)
        if pending.count == 2 {
            // With another byte, Escape stands for the Alt key, which has no meaning here.
            if ![UInt8(ascii: "["), UInt8(ascii: "O"), UInt8(ascii: "_")].contains(byte) { pending = [] }
            return
        }
        if pending[1] == UInt8(ascii: "_") {
            takeCommand(byte, into: &keys)
            return
        }
        // The Linux console sends a further bracket for F1 to F5.
        if pending.count == 3, pending[1] == byte, byte == UInt8(ascii: "[") { return }
        let isFinal = pending[1] == UInt8(ascii: "O") || 0x40...0x7E ~= byte
        guard isFinal || pending.count >= Self.longestSequence else { return }
        let sequence = pending
        pending = []
        if sequence.count == 4, sequence[2] == UInt8(ascii: "[") { return }
        if sequence == Array("\u{1B}[200~".utf8) {
            pasted = []
        } else if let answer = TerminalAnswer(sequence) {
            add(answer)
        } else if let key = Self.key(ofSequence: sequence) {
            keys.append(key)
        }
    }

    /// Takes a byte of an application program command, which only answers about kitty's graphics are. The
    /// escape that begins its end, `ESC \`, ends it.
    private mutating func takeCommand(_ byte: UInt8, into keys: inout [Key]) {
        let isText = 0x20...0x7E ~= byte && (pending.count > 3 || byte == UInt8(ascii: "G"))
        guard !isText || pending.count >= Self.longestSequence else { return }
        pending = []
        if !isText { take(byte, into: &keys) }
    }

    private mutating func add(_ answer: TerminalAnswer?) {
        guard let answer else { return }
        answers.append(answer)
        // It is the last one.
        if case .attributes = answer { expectsAnswers = false }
    }

    private static func key(ofSequence sequence: [UInt8]) -> Key? {
        let parameter = sequence[2...].prefix { 0x30...0x39 ~= $0 }.reduce(0) {
            ($0 * 10 + Int($1 - 0x30)) % 1000
        }
        switch sequence[sequence.count - 1] {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "M") where sequence[1] == UInt8(ascii: "O"): return .enter
        case UInt8(ascii: "~"):
            switch parameter {
            case 1, 7: return .home
            case 3: return .delete
            case 4, 8: return .end
            case 5: return .pageUp
            case 6: return .pageDown
            default: return nil
            }
        default: return nil
        }
    }

    private mutating func takePasted(_ byte: UInt8, into keys: inout [Key]) {
        pasted?.append(byte)
        guard let bytes = pasted else { return }
        if bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            pasted = nil
            keys.append(.paste(String(decoding: bytes.dropLast(Self.pasteEnd.count), as: UTF8.self)))
        } else if bytes.count > Self.longestPaste {
            // The rest is dropped, but for the end.
            pasted = Array(
                bytes.prefix(Self.longestPaste - Self.pasteEnd.count) + bytes.suffix(Self.pasteEnd.count))
        }
    }

    // MARK: Text

    private mutating func takeUTF8(_ byte: UInt8, into keys: inout [Key]) {
        guard byte & 0xC0 == 0x80 else {
            pending = []
            take(byte, into: &keys)
            return
        }
        pending.append(byte)
        guard pending.count == Self.length(ofUTF8: pending[0]) else { return }
        if let text = String(validating: pending, as: UTF8.self), let character = text.first {
            keys.append(.character(character))
        }
        pending = []
    }

    /// The number of bytes of a character by its first byte; `nil` if none begins with it.
    private static func length(ofUTF8 byte: UInt8) -> Int? {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    private static func key(ofASCII byte: UInt8) -> Key? {
        switch byte {
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }
}

/// A key that was pressed in a terminal.
enum Key: Equatable {
    case character(Character)
    /// A letter with Control, in lower case.
    case control(Character)
    case enter, escape, tab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
    /// Text that was pasted, as the terminal marks it.
    case paste(String)
}

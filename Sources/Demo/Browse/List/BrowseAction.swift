import Flux

/// What the browser does after a key or a state.
enum BrowseAction: Equatable {
    /// Sends a signal to the list.
    case signal(ListSignal)
    /// Ends the program with an exit status.
    case end(Int32)
    /// Gives the terminal to the shell until the program is continued.
    case suspend
    /// Draws everything again.
    case repaint
}

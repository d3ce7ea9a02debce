/// What a cell shows.
protocol UIContentConfiguration {}

/// A line of text in a cell.
struct UIListContentConfiguration: UIContentConfiguration {
    var text: String?
}

/// The text that a person reads in a cell.
func text(of configuration: (any UIContentConfiguration)?) -> String? {
    (configuration as? UIListContentConfiguration)?.text
}

/// The content of a cell.
protocol UIContentConfiguration {}

/// A line of text in a cell.
struct UIListContentConfiguration: UIContentConfiguration {
    var text: String?
}

/// The visible text of a cell.
func text(of configuration: (any UIContentConfiguration)?) -> String? {
    (configuration as? UIListContentConfiguration)?.text
}

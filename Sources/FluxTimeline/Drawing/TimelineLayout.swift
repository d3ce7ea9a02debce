import PagingOperators

/// The sizes of the picture, in points, which the script of the page uses as well.
enum TimelineLayout {
    static let axisHeight = 24.0
    static let titleHeight = 18.0
    static let rowsHeight = 90.0
    static let pointHeight = 18.0
    static let gap = 8.0
    static let margin = 12.0
    /// More loads at the same time are drawn over each other.
    static let maximumSlots = 24

    static func slotHeight(_ kind: TimelineLanes.Lane.Kind) -> Double { kind == .loads ? 20 : 9 }
}

extension TimelineLanes.Lane {
    /// The height below the title.
    var height: Double {
        switch kind {
        case .rows: return TimelineLayout.rowsHeight
        case .values, .states: return TimelineLayout.pointHeight
        case .loads, .images:
            let bars = Double(min(slots, TimelineLayout.maximumSlots)) * TimelineLayout.slotHeight(kind)
            return bars + (points.isEmpty ? 0 : TimelineLayout.pointHeight)
        }
    }
}

extension TimelineLanes {
    /// The height of the picture.
    var height: Double {
        lanes.reduce(TimelineLayout.axisHeight) {
            $0 + TimelineLayout.titleHeight + $1.height + TimelineLayout.gap
        }
    }
}

extension String {
    /// The text for XML and HTML: no markup, and no character that XML forbids.
    var inMarkup: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{FFFF}":
                text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The text as a JSON string that may stand in a script of a page.
    var inJSON: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..<" ", "\u{7F}"..<"\u{A0}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension Double {
    /// The number with two digits after the point at most.
    var short: String {
        let hundredths = (self * 100).rounded()
        guard hundredths.magnitude < 1e15 else { return "\(self)" }
        let number = Int64(hundredths)
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 100)
        let sign = number < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return "\(sign)\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }
}

import Foundation

/// Reads the dates of HTTP header fields in their three forms (RFC 9110 §5.6.7).
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// - Parameters:
    ///   - text: The value of a field such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - now: Determines the century of a year of two digits.
    /// - Returns: The date; `nil` if it is malformed, or of a time zone that is neither GMT nor an offset
    ///   such as `+0200`, which some servers send.
    package static func parse(_ text: String, now: Date = Date()) -> Date? {
        var words = text.split { " ,-:".contains($0) }.map { $0.lowercased() }
        // The day of the week may be missing.
        if let first = words.first, Int(first) != nil { words.insert("", at: 0) }
        guard words.count >= 7, let offset = offset(of: text) else { return nil }
        // Reorders `Sun Nov  6 08:49:37 1994` as the other two forms.
        if months.contains(words[1]) { words = [words[0], words[2], words[1], words[6]] + words[3...5] }
        guard let day = Int(words[1]), let month = months.firstIndex(of: words[2]), let year = Int(words[3]),
            let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6]),
            1...31 ~= day, 0...9999 ~= year, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
        else { return nil }
        func date(year: Int) -> Date {
            let days = daysSince1970(year: year, month: month + 1, day: day)
            // An `Int` of 32 bits ends in 2038.
            let hours = days * 24 + hour
            let seconds = Int64(hours) * 3600 + Int64(minute * 60 + second)
            return Date(timeIntervalSince1970: Double(seconds - offset))
        }
        if words[3].count > 2 { return date(year: year) }
        // A year that seems to be more than 50 years in the future is the latest such year in the past.
        let inThisCentury = date(year: 2000 + year)
        let limit = now.addingTimeInterval(50 * 365.25 * 86_400)
        return inThisCentury > limit ? date(year: 1900 + year) : inThisCentury
    }

    /// The offset of a date's time zone, which follows the time, in seconds east of GMT; zero without one.
    /// `nil` if it is neither GMT nor an offset.
    private static func offset(of text: String) -> Int64? {
        let words = text.split { " \t,;\"".contains($0) }
        guard let zone = words.drop(while: { !$0.contains(":") }).dropFirst().first?.lowercased(),
            // The year of the third form, or a comment.
            !zone.utf8.allSatisfy({ 48...57 ~= $0 }), !zone.hasPrefix("("), zone != "z", zone != "ut"
        else { return 0 }
        let offset = zone.hasPrefix("gmt") || zone.hasPrefix("utc") ? zone.dropFirst(3) : zone[...]
        guard let sign = offset.first else { return 0 }
        let digits = offset.dropFirst().filter { $0 != ":" }
        guard sign == "+" || sign == "-", digits.utf8.count == 4,
            digits.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int64(digits), number < 2400,
            number % 100 < 60
        else { return nil }
        let seconds = number / 100 * 3600 + number % 100 * 60
        return sign == "+" ? seconds : -seconds
    }

    /// The number of days in the proleptic Gregorian calendar, counted in eras of 400 years that begin in
    /// March.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

import Foundation
import Testing

@testable import FluxTimeline

/// The colors of the picture, in light and dark pages.
struct TimelineContrastTests {
    /// The colors of a page by their names.
    private func colors(_ declarations: String) -> [String: String] {
        let pairs = declarations.split(separator: ";").map { $0.split(separator: ":") }
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0].dropFirst(2)), String($0[1])) })
    }

    /// The relative luminance of a color (WCAG 2.2).
    private func luminance(_ color: String) -> Double {
        let digits = color.dropFirst()
        let full = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        let number = Int(full, radix: 16) ?? 0
        let parts = [number >> 16, number >> 8 & 0xFF, number & 0xFF].map { part in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private func contrast(_ one: String, _ other: String) -> Double {
        let (dark, light) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }

    @Test(arguments: [false, true])
    func textCanBeRead(isDark: Bool) throws {
        let colors = colors(isDark ? TimelineColors.dark : TimelineColors.light)
        let (label, ground) = (try #require(colors["label"]), try #require(colors["ground"]))
        for status in ["done", "failed", "cancelled", "running"] {
            let bar = try #require(colors[status])
            #expect(contrast(label, bar) >= 4.5, "label on \(status)")
        }
        for text in ["ink", "soft"] {
            #expect(contrast(try #require(colors[text]), ground) >= 4.5, "\(text)")
        }
    }
}

import Foundation

/// Prints measurements as they come.
protocol Report {
    func begin()
    func add(_ measurement: Measurement)
}

/// A table for people.
struct TableReport: Report {
    func begin() {
        print(row("name", "ns/element", "baseline", "ratio", "baseline is"))
    }

    func add(_ measurement: Measurement) {
        print(
            row(
                measurement.name, format(measurement.nanoseconds), format(measurement.baselineNanoseconds),
                format(measurement.ratio), measurement.baselineName))
        fflush(nil)
    }

    private func row(_ name: String, _ ns: String, _ baseline: String, _ ratio: String, _ what: String)
        -> String
    {
        name.padded(to: 20) + ns.leftPadded(to: 12) + baseline.leftPadded(to: 12) + ratio.leftPadded(to: 9)
            + "  "
            + what
    }

    private func format(_ number: Double) -> String {
        String(format: "%.2f", number)
    }
}

/// One JSON object a line, for machines.
struct JSONReport: Report {
    private struct Line: Encodable {
        let name: String
        let ns: Double
        let baseline: Double
        let ratio: Double

        private enum CodingKeys: String, CodingKey {
            case name, ns, ratio
            case baseline = "baseline_ns"
        }
    }

    func begin() {}

    func add(_ measurement: Measurement) {
        let line = Line(
            name: measurement.name, ns: measurement.nanoseconds.rounded(toPlaces: 3),
            baseline: measurement.baselineNanoseconds.rounded(toPlaces: 3),
            ratio: measurement.ratio.rounded(toPlaces: 3))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        if let data = try? encoder.encode(line) { print(String(decoding: data, as: UTF8.self)) }
        fflush(nil)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let scale = pow(10, Double(places))
        return (self * scale).rounded() / scale
    }
}

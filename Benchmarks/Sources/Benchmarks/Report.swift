import Foundation

/// Prints measurements as they come.
protocol Report {
    func begin()
    func add(_ measurement: Measurement)
}

/// A table for people. The row `memory` is in bytes, `image-scroll` in percent, the others in nanoseconds.
/// The column `locks` is the time as a multiple of an uncontended lock and unlock, and `allocs` the
/// allocations for each element, on both sides.
struct TableReport: Report {
    func begin() {
        print(row("name", "ns/element", "baseline", "ratio", "locks", "allocs", "baseline is"))
    }

    func add(_ measurement: Measurement) {
        print(
            row(
                measurement.name, format(measurement.value), format(measurement.baselineValue),
                format(measurement.ratio), measurement.mutexes.map(format) ?? "-",
                allocations(measurement), measurement.baselineName))
        fflush(nil)
    }

    private func row(
        _ name: String, _ ns: String, _ baseline: String, _ ratio: String, _ locks: String,
        _ allocations: String, _ what: String
    ) -> String {
        name.padded(to: 20) + ns.leftPadded(to: 12) + baseline.leftPadded(to: 12) + ratio.leftPadded(to: 9)
            + locks.leftPadded(to: 9) + allocations.leftPadded(to: 14) + "  " + what
    }

    private func allocations(_ measurement: Measurement) -> String {
        guard let own = measurement.allocations, let other = measurement.baselineAllocations else {
            return "-"
        }
        return "\(format(own)) / \(format(other))"
    }

    private func format(_ number: Double) -> String {
        String(format: "%.2f", number)
    }
}

/// One JSON object a line, for machines.
struct JSONReport: Report {
    private struct Line: Encodable {
        let name: String
        let ns: Double?
        let baseline: Double?
        let bytes: Double?
        let baselineBytes: Double?
        let percent: Double?
        let baselinePercent: Double?
        let ratio: Double
        let mutex: Double?
        let allocations: Double?
        let baselineAllocations: Double?

        init(_ measurement: Measurement) {
            name = measurement.name
            let value = measurement.value.rounded(toPlaces: 3)
            let baselineValue = measurement.baselineValue.rounded(toPlaces: 3)
            let quantity = measurement.quantity
            (ns, baseline) = quantity == .time ? (value, baselineValue) : (nil, nil)
            (bytes, baselineBytes) = quantity == .memory ? (value, baselineValue) : (nil, nil)
            (percent, baselinePercent) = quantity == .share ? (value, baselineValue) : (nil, nil)
            ratio = measurement.ratio.rounded(toPlaces: 3)
            mutex = measurement.mutexNanoseconds?.rounded(toPlaces: 3)
            allocations = measurement.allocations?.rounded(toPlaces: 3)
            baselineAllocations = measurement.baselineAllocations?.rounded(toPlaces: 3)
        }

        private enum CodingKeys: String, CodingKey {
            case name, ns, bytes, percent, ratio, allocations
            case baseline = "baseline_ns"
            case baselineBytes = "baseline_bytes"
            case baselinePercent = "baseline_percent"
            case baselineAllocations = "baseline_allocations"
            case mutex = "mutex_ns"
        }
    }

    func begin() {}

    func add(_ measurement: Measurement) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        if let data = try? encoder.encode(Line(measurement)) { print(String(decoding: data, as: UTF8.self)) }
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

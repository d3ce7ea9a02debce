extension Duration {
    /// The duration in seconds, with three digits after the point at most.
    package var inSeconds: String {
        let (seconds, attoseconds) = components
        let thousandths = abs(attoseconds) / 1_000_000_000_000_000
        let sign = self < .zero ? "-" : ""
        if thousandths == 0, attoseconds != 0, seconds == 0 {
            return "\(sign)\(abs(attoseconds) / 1_000_000_000_000) µs"
        }
        var fraction = String(1000 + thousandths).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return sign + "\(abs(seconds))" + (fraction.isEmpty ? "" : ".\(fraction)") + " s"
    }
}

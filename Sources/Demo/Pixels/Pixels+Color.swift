extension Pixels.Color {
    /// A color over gray, which is neither that of a dark nor that of a light terminal.
    static func over(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: Int) -> Self {
        if alpha == 255 { return Self(red: red, green: green, blue: blue) }
        func blended(_ value: UInt8) -> UInt8 { UInt8((Int(value) * alpha + 128 * (255 - alpha)) / 255) }
        return Self(red: blended(red), green: blended(green), blue: blended(blue))
    }
}

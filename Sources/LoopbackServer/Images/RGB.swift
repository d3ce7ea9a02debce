/// A color with eight bits per channel.
struct RGB: Sendable, Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// - Parameters:
    ///   - hue: in degrees; one turn is 360.
    ///   - saturation: 0 for gray to 1 for the pure color.
    ///   - lightness: 0 for black to 1 for white.
    init(hue: Double, saturation: Double, lightness: Double) {
        func channel(_ offset: Double) -> UInt8 {
            let position = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let reach = saturation * min(lightness, 1 - lightness)
            let value = lightness - reach * max(-1, min(position - 3, 9 - position, 1))
            return UInt8((value * 255).rounded())
        }
        (red, green, blue) = (channel(0), channel(8), channel(4))
    }
}

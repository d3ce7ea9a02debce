extension Unicode.Scalar {
    /// The number of columns in which a terminal shows the scalar, as `wcwidth` counts them: two for East
    /// Asian wide and full-width ones and for emoji, none for marks and format characters.
    var columns: Int {
        if value < 0x300 { return value < 0x20 || value == 0x7F ? 0 : 1 }
        if value < 0x1100 { return properties.generalCategory.hasColumn ? 1 : 0 }
        switch value {
        // Vowels and final consonants of Hangul join the consonant before.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x2FFFD,
            0x30000...0x3FFFD:
            return properties.generalCategory.hasColumn ? 2 : 0
        default: break
        }
        if !properties.generalCategory.hasColumn { return 0 }
        let isFlag = 0x1F1E6...0x1F1FF ~= value
        return properties.isEmojiPresentation && !isFlag ? 2 : 1
    }
}

extension Unicode.GeneralCategory {
    fileprivate var hasColumn: Bool {
        switch self {
        case .nonspacingMark, .enclosingMark, .format, .control: false
        default: true
        }
    }
}

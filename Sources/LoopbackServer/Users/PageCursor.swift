import Foundation

/// The start of a page as opaque text (base64url, RFC 4648 §5).
struct PageCursor: Equatable {
    let start: Int

    init(start: Int) {
        self.start = start
    }

    /// Decodes a cursor; `nil` unless `text` made it.
    init?(text: String) {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64 + padding) else { return nil }
        let content = String(decoding: data, as: UTF8.self)
        guard content.hasPrefix(Self.prefix), let start = Int(content.dropFirst(Self.prefix.count)),
            start >= 0
        else { return nil }
        self.start = start
        guard self.text == text else { return nil }
    }

    var text: String {
        Data("\(Self.prefix)\(start)".utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static let prefix = "start:"
}

import Flux
import Foundation

/// An item of an API.
struct AnyItem: ListItem, Hashable {
    static let words = ItemWords(rows: "items", image: "image")

    let id: JSONIdentifier
    let title: String
    let imageURL: URL?
}

/// Items are stored with every digit of their identifier.
extension AnyItem: Codable {
    private enum CodingKeys: CodingKey {
        case number, text, title, imageURL
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let literal = try container.decodeIfPresent(String.self, forKey: .number) {
            guard let number = try JSONText(Data(literal.utf8)).number else {
                throw DecodingError.dataCorruptedError(
                    forKey: .number, in: container, debugDescription: "It is not a number.")
            }
            id = .number(number)
        } else {
            id = .text(try container.decode(String.self, forKey: .text))
        }
        title = try container.decode(String.self, forKey: .title)
        imageURL = try container.decodeIfPresent(URL.self, forKey: .imageURL)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch id {
        case .number(let number): try container.encode(number.literal, forKey: .number)
        case .text(let text): try container.encode(text, forKey: .text)
        }
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(imageURL, forKey: .imageURL)
    }
}

/// A row of the list: an item and the state of its image.
typealias AnyRow = ImageRow<AnyItem, Picture>

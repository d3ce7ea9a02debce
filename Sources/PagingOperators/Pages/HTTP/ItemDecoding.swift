import FluxLoading
import Foundation

/// Decodes the items of a page.
enum ItemDecoding {
    /// The number of bytes that are decoded together: enough to amortize a decoder's set-up, and little
    /// beside a page.
    private static let batchSize = 64 * 1024

    /// Decodes items in batches, so that a decoder's own memory does not grow with the page.
    static func items<Item: Decodable>(
        _ texts: JSONElements, at path: JSONPath, of url: URL, with decoder: JSONDecoder
    ) throws(HTTPPageError) -> [Item] {
        var items: [Item] = []
        var rest = texts
        while let (array, count) = rest.leadingArray(length: batchSize) {
            do {
                let batch = try decoder.decode([Item].self, from: array)
                if items.isEmpty, count < texts.count { items.reserveCapacity(texts.count) }
                if count == texts.count { items = batch } else { items += batch }
            } catch {
                let rest = texts.dropFirst(items.count)
                let reason =
                    error.namesNoPlace ? refusal(of: rest, as: Item.self, at: path, with: decoder) : nil
                throw HTTPPageError(
                    url: url, reason: reason ?? .decoding(error, at: path, after: items.count))
            }
            rest = rest.dropFirst(count)
        }
        return items
    }

    /// Returns why the first item that a decoder refuses is refused, if the decoder itself does not say
    /// where.
    private static func refusal<Item: Decodable>(
        of texts: JSONElements, as type: Item.Type, at path: JSONPath, with decoder: JSONDecoder
    ) -> HTTPPageError.Reason? {
        func isRefused(_ item: Data) -> Bool {
            do {
                _ = try decoder.decode([Item].self, from: Data("[".utf8) + item + Data("]".utf8))
                return false
            } catch {
                return error.namesNoPlace
            }
        }
        guard let index = texts.indices.first(where: { isRefused(texts[$0].withBytes { Data($0) }) }) else {
            return nil
        }
        let place = path.withIndex(index)
        let found = RefusedValue.find(in: texts[index], at: place, isRefused)
        return .decoding(
            path: found?.path ?? place, description: found?.description ?? "the item cannot be decoded")
    }

    /// Makes items from their JSON.
    static func items<Item>(
        _ texts: JSONElements, at path: JSONPath, of url: URL,
        _ item: (JSONText, URL) throws(JSONMismatch) -> Item
    ) throws(HTTPPageError) -> [Item] {
        var items: [Item] = []
        items.reserveCapacity(texts.count)
        for text in texts {
            do throws(JSONMismatch) {
                items.append(try item(text, url))
            } catch {
                let place = path.withIndex(items.count)
                throw HTTPPageError(
                    url: url, reason: .decoding(path: place, description: error.description))
            }
        }
        return items
    }
}

extension HTTPPageError.Reason {
    /// The reason that an error of a decoder gives.
    ///
    /// - Parameters:
    ///   - error: The error of decoding an array that is a part of the items.
    ///   - path: The path of the items.
    ///   - count: The number of items before the part.
    fileprivate static func decoding(_ error: any Error, at path: JSONPath, after count: Int) -> Self {
        let reason = LoadingError.Reason.undecodable(error, indexOffset: count)
        guard case .undecodable(let place, let description) = reason else { return .transport(reason) }
        return .decoding(path: path.description + place, description: description)
    }
}

extension JSONPath {
    fileprivate func withIndex(_ index: Int) -> String { "\(self)[\(index)]" }
}

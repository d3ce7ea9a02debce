import PagingOperators
import Streams

extension PageSource {
    /// Returns the page at a key, as an append loads it.
    func page(at key: Key?) async -> Page<Key, Item>? {
        var last: Page<Key, Item>?
        do {
            for try await page in page(for: PageRequest(key: key, direction: .append)).values { last = page }
        } catch {
            return nil
        }
        return last
    }
}

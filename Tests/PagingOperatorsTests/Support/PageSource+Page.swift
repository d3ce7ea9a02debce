import PagingOperators
import Streams

extension PageSource {
    /// The page at a key, as it is when the list goes on with it.
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

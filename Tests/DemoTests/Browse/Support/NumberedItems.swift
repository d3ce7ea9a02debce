import Flux
import Foundation
import TestSupport

@testable import Demo

/// A list of numbered items in pages, in virtual time.
struct NumberedItems: PageSource {
    typealias Item = BrowseItem
    typealias Failure = any Error

    /// The numbers of the list, which the tests change.
    let numbers: Box<Range<Int>>
    let scheduler: VirtualTimeScheduler
    var pageSize = 50
    /// Whether pages have the number of all items, and the page of any row can be found.
    var isCounted = true
    /// Whether requests fail.
    let isFailing = Box(false)
    let requests = Log<Int>()
    /// The numbers of items that have another text than before.
    let edited = Box<Set<Int>>([])

    func page(for request: PageRequest<Int>) -> AnyPublisher<Page<Int, BrowseItem>, any Error> {
        let start = request.key ?? 0
        requests.append(start)
        if isFailing.value {
            return Fail(error: MadeUpError(description: "http://h/list: no response, connection refused"))
                .eraseToAnyPublisher()
        }
        let all = numbers.value
        let end = min(start + pageSize, all.count)
        let items = (min(start, end)..<end).map { item(all.lowerBound + $0) }
        let page = Page(
            items, previous: start > 0 ? max(0, start - pageSize) : nil, next: end < all.count ? end : nil,
            total: isCounted ? all.count : nil, itemsBefore: isCounted ? start : nil)
        return Just(page).setFailureType(to: (any Error).self)
            .delay(for: .milliseconds(20), scheduler: scheduler).eraseToAnyPublisher()
    }

    func key(forRow row: Int) -> Int? { isCounted ? row / pageSize * pageSize : nil }

    private func item(_ number: Int) -> BrowseItem {
        let text = edited.value.contains(number) ? "edited" : "text"
        return .json(#"{"id":\#(number),"name":"item \#(number)","text":"\#(text)"}"#)
    }
}

extension BrowseItem {
    /// An item made up for a test; a list of nothing if the text is no JSON.
    static func json(_ text: String) -> BrowseItem {
        // Fixed texts of tests are JSON, and addresses.
        // swift-format-ignore: NeverForceUnwrap, NeverUseForceTry
        let (json, url) = (try! JSONText(Data(text.utf8)), URL(string: "http://h/list")!)
        // swift-format-ignore: NeverUseForceTry
        return try! BrowseItems(ItemFields(), needsIdentifier: false, api: url).item(json, of: url)
    }
}

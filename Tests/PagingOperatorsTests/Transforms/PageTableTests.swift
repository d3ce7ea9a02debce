import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

struct PageTableTests {
    @Test func tableGrowsAndShrinksAtBothEndsLikeAnArray() {
        Seeds.forEach(200) { random in
            var table = PageTable<Int>()
            var model: [Int] = []
            var first = random.number(below: 20) - 10
            for step in 0..<60 {
                switch random.number(below: 6) {
                case 0, 1:
                    table.insert(step, page: first + model.count)
                    model.append(step)
                case 2, 3:
                    if !model.isEmpty { first -= 1 }
                    table.insert(step, page: first)
                    model.insert(step, at: 0)
                case _ where model.isEmpty: break
                case 4:
                    let isFirst = random.chance(50)
                    let removed = table.remove(page: isFirst ? first : first + model.count - 1)
                    let expected = isFirst ? model.removeFirst() : model.removeLast()
                    if isFirst { first += 1 }
                    try Mismatch.unless(removed == expected, "removed \(removed), not \(expected)")
                default:
                    let page = random.number(below: model.count)
                    table[first + page] = -step
                    model[page] = -step
                }
                try Mismatch.unless(table.isEmpty == model.isEmpty, "empty: \(table.isEmpty)")
                try Mismatch.unless(table.pages.map { table[$0] } == model, "\(table) is not \(model)")
                try Mismatch.unless(
                    table.first == model.first && table.last == model.last, "the ends of \(table)")
                if !model.isEmpty {
                    try Mismatch.unless(table.pages.lowerBound == first, "begins at \(table.pages)")
                }
            }
        }
    }

    @Test(.prompt) func pagesApartFromTheOthersTrap() async {
        await #expect(processExitsWith: .failure) {
            var table = PageTable<Int>()
            table.insert(0, page: 0)
            table.insert(2, page: 2)
        }
        await #expect(processExitsWith: .failure) { _ = PageTable<Int>()[0] }
        await #expect(processExitsWith: .failure) {
            var table = PageTable<Int>()
            for page in 0..<3 { table.insert(page, page: page) }
            table.remove(page: 1)
        }
    }
}

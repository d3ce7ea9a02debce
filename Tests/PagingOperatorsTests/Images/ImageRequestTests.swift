import Foundation
import PagingOperators
import Testing

struct ImageRequestTests {
    @Test func requestsThatDifferInAHeaderDiffer() {
        let anonymous = ImageRequest(url: .image)
        let first = ImageRequest(url: .image, headers: ["Authorization": "a"])
        let second = ImageRequest(url: .image, headers: ["Authorization": "b"])
        #expect(Set([anonymous.key, first.key, second.key]).count == 3)
    }

    @Test func headerNamesIgnoreCase() {
        let one = ImageRequest(url: .image, headers: ["X-One": "1", "Accept": " image/png "])
        let other = ImageRequest(url: .image, headers: ["accept": "image/png", "x-one": "1"])
        #expect(one == other)
        #expect(one.headers == ["accept": "image/png", "x-one": "1"])
    }

    @Test func headerGivenTwiceIsJoinedInOneOrder() {
        let request = ImageRequest(url: .image, headers: ["ACCEPT": "a", "accept": "b"])
        #expect(request.headers == ["accept": "a, b"])
    }

    @Test func headerIsNotMistakenForAnother() {
        let one = ImageRequest(url: .image, headers: ["a": "b: c"])
        let other = ImageRequest(url: .image, headers: ["a: b": "c"])
        #expect(one != other)
    }
}

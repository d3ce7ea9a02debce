import FluxImages
import FluxLoading
import Foundation
import Testing

struct ImageStateTests {
    private let error = ImageError.notLoaded(LoadingError(url: .image, reason: .status(404, retryAfter: nil)))

    @Test func imageOfAStateIsPlaceholderImageOrFallback() {
        #expect(ImageState.idle(placeholder: "grey").image == "grey")
        #expect(ImageState.loading(ImageProgress(), placeholder: "grey").image == "grey")
        #expect(ImageState.loaded("cat", from: .disk).image == "cat")
        #expect(ImageState.failed(error, fallback: "cross").image == "cross")
        #expect(ImageState<String>.failed(error, fallback: nil).image == nil)
    }

    @Test func fractionIsNilWithoutAnExpectedLength() {
        #expect(ImageProgress(received: 1, expected: 4).fraction == 0.25)
        #expect(ImageProgress(received: 5, expected: 4).fraction == 1)
        #expect(ImageProgress(received: 1, expected: 0).fraction == nil)
        #expect(ImageProgress(received: 1).fraction == nil)
    }

    @Test func errorDescriptionHasURLAndReasonOnOneLine() {
        #expect("\(error)" == "https://images.test/1.png: the server responded with status 404")
        let garbled = ImageError.notDecodable(.image, description: "no\nheader")
        #expect("\(garbled)" == "https://images.test/1.png: image not decodable: no header")
    }
}

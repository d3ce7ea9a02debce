import Flux
import Foundation
import Testing

/// The code in the catalog of FluxLoading.
struct LoadingCatalogueTests {
    @Test func bodyIsDecoded() async throws {
        let json = try JSONEncoder().encode(User(id: 7)).base64EncodedString()
        let url = try #require(URL(string: "data:application/json;base64,\(json)"))
        // snippet: begin
        let user = try await DataLoader().decode(User.self, from: url)
        // snippet: end
        #expect(user == User(id: 7))
    }
}

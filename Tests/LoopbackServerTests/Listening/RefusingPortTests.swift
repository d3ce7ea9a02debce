import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct RefusingPortTests {
    @Test func connectionsAreRefusedAndThePortStaysTaken() async throws {
        let refusing = try RefusingPort()
        let port = try #require(refusing.url.port.flatMap { UInt16(exactly: $0) })
        await #expect(throws: URLError.self) { try await URLSession.shared.data(from: refusing.url) }
        #expect(throws: ServerError.self) { try EmbeddedServer(port: port) { _ in .text("") } }
    }
}

import Streams
import Testing

/// Every publisher has a conformance case.
@Suite struct PublisherRegistryTests {
    @Test func everyPublicPublisherHasAConformanceCase() throws {
        let declared = try PublisherRegistry.ofSources().publishers
        let types = OperatorCase.all.map(\.publisherType) + AsynchronousCase.all.map(\.publisherType)
        let covered = types.reduce(into: Set<String>()) { $0.formUnion(nominalNames(in: $1)) }
        #expect(declared.subtracting(covered).sorted() == [])
        #expect(declared.isSuperset(of: ["Just", "Optional.Publisher", "PassthroughSubject"]))
        #expect(declared.isSuperset(of: ["Publishers.Map", "Publishers.Merge8", "Publishers.Multicast"]))
    }

    @Test func declarationIsFoundInEveryPlace() {
        let registry = PublisherRegistry([
            """
            public protocol Pipe<Output>: AnyObject, Publisher {
            }
            public protocol Hose: Pipe {}
            public struct Plain<P: Publisher>: Sendable where P.Output: Publisher {
                public struct Nested: Publisher {}
            }
            extension Publishers {
                public final class Folded<
                    A: Publisher
                >: Equatable, Hose
                where A.Output: Sendable {
                }
                struct Hidden: Publisher {}
            }
            """,
            """
            #if canImport(Somewhere)
                extension Later: Streams.Publisher where A: B {
            """,
        ])
        #expect(registry.publishers == ["Plain.Nested", "Publishers.Folded", "Later"])
    }

    @Test func typeNameListsAllItsParts() {
        typealias Tested = Publishers.Zip<Optional<Int>.Publisher, Publishers.Map<Just<Bool>, [String]>>
        let names = nominalNames(in: Tested.self)
        #expect(
            names.isSuperset(of: [
                "Publishers.Zip", "Optional.Publisher", "Publishers.Map", "Just", "Bool", "Array",
            ]))
        #expect(!names.contains("Publishers.Merge"))
    }
}

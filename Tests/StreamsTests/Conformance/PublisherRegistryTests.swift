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

    /// A project that declares `Publishers.Materialize` for itself would find two of them.
    @Test func publishersHasThoseOfCombineOnly() throws {
        let declared = try PublisherRegistry.ofSources().publishers.filter { $0.hasPrefix("Publishers.") }
        #expect(declared.subtracting(Self.publishersOfCombine.map { "Publishers.\($0)" }).sorted() == [])
        #expect(declared.count > 60)
    }

    private static let publishersOfCombine = """
        AllSatisfy AssertNoFailure Autoconnect Breakpoint Buffer Catch Collect CollectByCount CollectByTime
        CombineLatest CombineLatest3 CombineLatest4 CompactMap Comparison Concatenate Contains ContainsWhere
        Count Debounce Decode Delay Drop DropUntilOutput DropWhile Encode Filter First FirstWhere FlatMap
        HandleEvents IgnoreOutput Last LastWhere MakeConnectable Map MapError MapKeyPath MapKeyPath2
        MapKeyPath3 MeasureInterval Merge Merge3 Merge4 Merge5 Merge6 Merge7 Merge8 MergeMany Multicast Output
        PrefixUntilOutput PrefixWhile Print ReceiveOn Reduce RemoveDuplicates ReplaceEmpty ReplaceError Retry
        Scan Sequence SetFailureType Share SubscribeOn SwitchToLatest Throttle Timeout TryAllSatisfy TryCatch
        TryCompactMap TryComparison TryContainsWhere TryDropWhile TryFilter TryFirstWhere TryLastWhere TryMap
        TryPrefixWhile TryReduce TryRemoveDuplicates TryScan Zip Zip3 Zip4
        """.split { $0.isWhitespace }

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

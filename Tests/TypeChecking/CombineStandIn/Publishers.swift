// The types of operators, with their generic parameters and constraints.

/// A publisher that keeps the types of its upstream.
public protocol KeepsTypes: Declared where Output == Upstream.Output, Failure == Upstream.Failure {
    associatedtype Upstream: Publisher
}

/// A publisher that keeps the failure of its upstream, and has another output.
public protocol KeepsFailure: Declared where Failure == Upstream.Failure {
    associatedtype Upstream: Publisher
}

/// A publisher that keeps the output of its upstream, and has another failure.
public protocol KeepsOutput: Declared where Output == Upstream.Output {
    associatedtype Upstream: Publisher
}

public enum Publishers {
    public struct AssertNoFailure<Upstream: Publisher>: KeepsOutput { public typealias Failure = Never }
    public struct Breakpoint<Upstream: Publisher>: KeepsTypes {}
    public struct Buffer<Upstream: Publisher>: KeepsTypes {}
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: KeepsTypes {}
    public struct Delay<Upstream: Publisher, Context: Scheduler>: KeepsTypes {}
    public struct Drop<Upstream: Publisher>: KeepsTypes {}
    public struct DropWhile<Upstream: Publisher>: KeepsTypes {}
    public struct Filter<Upstream: Publisher>: KeepsTypes {}
    public struct First<Upstream: Publisher>: KeepsTypes {}
    public struct FirstWhere<Upstream: Publisher>: KeepsTypes {}
    public struct HandleEvents<Upstream: Publisher>: KeepsTypes {}
    public struct Last<Upstream: Publisher>: KeepsTypes {}
    public struct LastWhere<Upstream: Publisher>: KeepsTypes {}
    public struct MakeConnectable<Upstream: Publisher>: KeepsTypes, ConnectablePublisher {
        public func connect() -> any Cancellable { fatalError() }
    }
    public struct Comparison<Upstream: Publisher>: KeepsTypes {}
    public struct Output<Upstream: Publisher>: Declared {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
    }
    public struct PrefixWhile<Upstream: Publisher>: KeepsTypes {}
    public struct Print<Upstream: Publisher>: KeepsTypes {}
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: KeepsTypes {}
    public struct RemoveDuplicates<Upstream: Publisher>: KeepsTypes {}
    public struct ReplaceEmpty<Upstream: Publisher>: KeepsTypes {}
    public struct ReplaceError<Upstream: Publisher>: KeepsOutput { public typealias Failure = Never }
    public struct Retry<Upstream: Publisher>: KeepsTypes {}
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: KeepsTypes {}
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: KeepsTypes {}
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: KeepsTypes {}
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: KeepsTypes
    where Upstream.Failure == Other.Failure {}
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: KeepsTypes {}
    public final class Autoconnect<Upstream: ConnectablePublisher>: Declared {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
    }
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: Declared, ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public func connect() -> any Cancellable { fatalError() }
    }
    public final class Share<Upstream: Publisher>: Declared, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public static func == (lhs: Share, rhs: Share) -> Bool { fatalError() }
    }

    public struct TryComparison<Upstream: Publisher>: KeepsOutput { public typealias Failure = any Error }
    public struct TryDropWhile<Upstream: Publisher>: KeepsOutput { public typealias Failure = any Error }
    public struct TryFilter<Upstream: Publisher>: KeepsOutput { public typealias Failure = any Error }
    public struct TryFirstWhere<Upstream: Publisher>: KeepsOutput { public typealias Failure = any Error }
    public struct TryLastWhere<Upstream: Publisher>: KeepsOutput { public typealias Failure = any Error }
    public struct TryPrefixWhile<Upstream: Publisher>: KeepsOutput { public typealias Failure = any Error }
    public struct TryRemoveDuplicates<Upstream: Publisher>: KeepsOutput {
        public typealias Failure = any Error
    }
    public struct MapError<Upstream: Publisher, Failure: Error>: KeepsOutput {}
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: KeepsOutput
    where Upstream.Failure == Never {
        public init(upstream: Upstream) { fatalError() }
        public func setFailureType<E: Error>(to failure: E.Type) -> SetFailureType<Upstream, E> {
            fatalError()
        }
    }

    public struct AllSatisfy<Upstream: Publisher>: KeepsFailure { public typealias Output = Bool }
    public struct Collect<Upstream: Publisher>: KeepsFailure { public typealias Output = [Upstream.Output] }
    public struct CollectByCount<Upstream: Publisher>: KeepsFailure {
        public typealias Output = [Upstream.Output]
    }
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: KeepsFailure {
        public typealias Output = [Upstream.Output]
    }
    public struct CompactMap<Upstream: Publisher, Output>: KeepsFailure {}
    public struct Contains<Upstream: Publisher>: KeepsFailure where Upstream.Output: Equatable {
        public typealias Output = Bool
    }
    public struct ContainsWhere<Upstream: Publisher>: KeepsFailure { public typealias Output = Bool }
    public struct Count<Upstream: Publisher>: KeepsFailure { public typealias Output = Int }
    public struct IgnoreOutput<Upstream: Publisher>: KeepsFailure { public typealias Output = Never }
    public struct Map<Upstream: Publisher, Output>: KeepsFailure {}
    public struct MapKeyPath<Upstream: Publisher, Output>: KeepsFailure {}
    public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: KeepsFailure {
        public typealias Output = (Output0, Output1)
    }
    public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: KeepsFailure {
        public typealias Output = (Output0, Output1, Output2)
    }
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: KeepsFailure {
        public typealias Output = Context.SchedulerTimeType.Stride
    }
    public struct Reduce<Upstream: Publisher, Output>: KeepsFailure {}
    public struct Scan<Upstream: Publisher, Output>: KeepsFailure {}

    public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Declared
    where Upstream.Output == Coder.Input { public typealias Failure = any Error }
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Declared
    where Upstream.Output: Encodable {
        public typealias Output = Coder.Output
        public typealias Failure = any Error
    }
    public struct TryAllSatisfy<Upstream: Publisher>: Declared {
        public typealias Output = Bool
        public typealias Failure = any Error
    }
    public struct TryContainsWhere<Upstream: Publisher>: Declared {
        public typealias Output = Bool
        public typealias Failure = any Error
    }
    public struct TryCompactMap<Upstream: Publisher, Output>: Declared {
        public typealias Failure = any Error
    }
    public struct TryMap<Upstream: Publisher, Output>: Declared { public typealias Failure = any Error }
    public struct TryReduce<Upstream: Publisher, Output>: Declared { public typealias Failure = any Error }
    public struct TryScan<Upstream: Publisher, Output>: Declared { public typealias Failure = any Error }

    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Declared
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure
    }
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Declared
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error
    }
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Declared
    where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
        public typealias Output = Suffix.Output
        public typealias Failure = Suffix.Failure
        public init(prefix: Prefix, suffix: Suffix) { fatalError() }
    }
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Declared
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure
    }
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Declared
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        public typealias Output = P.Output
        public typealias Failure = P.Failure
    }

    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Declared {
        public typealias Output = Elements.Element
        public let sequence: Elements
        public init(sequence: Elements) { fatalError() }
    }

    public struct CombineLatest<A: Publisher, B: Publisher>: Declared where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B) { fatalError() }
    }
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Declared
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C) { fatalError() }
    }
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Declared
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C, _ d: D) { fatalError() }
    }
    public struct Zip<A: Publisher, B: Publisher>: Declared where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B) { fatalError() }
    }
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Declared
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C) { fatalError() }
    }
    public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Declared
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C, _ d: D) { fatalError() }
    }
    public struct Merge<A: Publisher, B: Publisher>: Declared
    where A.Failure == B.Failure, A.Output == B.Output {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B) { fatalError() }
        public func merge<Z: Publisher>(with other: Z) -> Merge3<A, B, Z>
        where Z.Output == Output, Z.Failure == Failure { fatalError() }
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Merge4<A, B, Z, Y>
        where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
            fatalError()
        }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X) -> Merge5<
            A, B, Z, Y, X
        >
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure
        { fatalError() }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W
        ) -> Merge6<A, B, Z, Y, X, W>
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure, W.Output == Output, W.Failure == Failure
        { fatalError() }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
        ) -> Merge7<A, B, Z, Y, X, W, V>
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure, W.Output == Output, W.Failure == Failure,
            V.Output == Output, V.Failure == Failure
        { fatalError() }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U
        ) -> Merge8<A, B, Z, Y, X, W, V, U>
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure, W.Output == Output, W.Failure == Failure,
            V.Output == Output, V.Failure == Failure, U.Output == Output, U.Failure == Failure
        { fatalError() }
    }
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Declared
    where A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C) { fatalError() }
        public func merge<Z: Publisher>(with other: Z) -> Merge4<A, B, C, Z>
        where Z.Output == Output, Z.Failure == Failure { fatalError() }
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Merge5<A, B, C, Z, Y>
        where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
            fatalError()
        }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X) -> Merge6<
            A, B, C, Z, Y, X
        >
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure
        { fatalError() }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W
        ) -> Merge7<A, B, C, Z, Y, X, W>
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure, W.Output == Output, W.Failure == Failure
        { fatalError() }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
        ) -> Merge8<A, B, C, Z, Y, X, W, V>
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure, W.Output == Output, W.Failure == Failure,
            V.Output == Output, V.Failure == Failure
        { fatalError() }
    }
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Declared
    where
        A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output
    {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C, _ d: D) { fatalError() }
        public func merge<Z: Publisher>(with other: Z) -> Merge5<A, B, C, D, Z>
        where Z.Output == Output, Z.Failure == Failure { fatalError() }
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Merge6<A, B, C, D, Z, Y>
        where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
            fatalError()
        }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X) -> Merge7<
            A, B, C, D, Z, Y, X
        >
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure
        { fatalError() }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W
        ) -> Merge8<A, B, C, D, Z, Y, X, W>
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure, W.Output == Output, W.Failure == Failure
        { fatalError() }
    }
    public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Declared
    where
        A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output
    {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) { fatalError() }
        public func merge<Z: Publisher>(with other: Z) -> Merge6<A, B, C, D, E, Z>
        where Z.Output == Output, Z.Failure == Failure { fatalError() }
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Merge7<A, B, C, D, E, Z, Y>
        where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
            fatalError()
        }
        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X) -> Merge8<
            A, B, C, D, E, Z, Y, X
        >
        where
            Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure,
            X.Output == Output, X.Failure == Failure
        { fatalError() }
    }
    public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>:
        Declared
    where
        A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output,
        E.Failure == F.Failure, E.Output == F.Output
    {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) { fatalError() }
        public func merge<Z: Publisher>(with other: Z) -> Merge7<A, B, C, D, E, F, Z>
        where Z.Output == Output, Z.Failure == Failure { fatalError() }
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Merge8<A, B, C, D, E, F, Z, Y>
        where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
            fatalError()
        }
    }
    public struct Merge7<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
    >: Declared
    where
        A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output,
        E.Failure == F.Failure, E.Output == F.Output, F.Failure == G.Failure, F.Output == G.Output
    {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) { fatalError() }
        public func merge<Z: Publisher>(with other: Z) -> Merge8<A, B, C, D, E, F, G, Z>
        where Z.Output == Output, Z.Failure == Failure { fatalError() }
    }
    public struct Merge8<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher,
        H: Publisher
    >: Declared
    where
        A.Failure == B.Failure, A.Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output,
        E.Failure == F.Failure, E.Output == F.Output, F.Failure == G.Failure, F.Output == G.Output,
        G.Failure == H.Failure, G.Output == H.Output
    {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) { fatalError() }
    }
    public struct MergeMany<Upstream: Publisher>: KeepsTypes {
        public init(_ upstream: Upstream...) { fatalError() }
        public init<S: Swift.Sequence>(_ upstream: S) where Upstream == S.Element { fatalError() }
        public func merge(with other: Upstream) -> MergeMany<Upstream> { fatalError() }
    }

    public enum BufferingStrategy<Failure: Error> {
        case dropNewest
        case dropOldest
        case customError(() -> Failure)
    }
    public enum PrefetchStrategy {
        case keepFull
        case byRequest
    }
    public enum TimeGroupingStrategy<Context: Scheduler> {
        case byTime(Context, Context.SchedulerTimeType.Stride)
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }
}

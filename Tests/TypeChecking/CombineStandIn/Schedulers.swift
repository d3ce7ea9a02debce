import Foundation

// Queues and run loops as schedulers.

/// A scheduler of the stand-in, so that each need not declare the requirements.
public protocol DeclaredScheduler: Scheduler {}

extension DeclaredScheduler {
    public var now: SchedulerTimeType { fatalError() }
    public var minimumTolerance: SchedulerTimeType.Stride { fatalError() }
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) { fatalError() }
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable { fatalError() }
}

extension DispatchQueue: DeclaredScheduler {
    public struct SchedulerOptions {
        public init(
            qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
        ) {
            fatalError()
        }
    }

    public struct SchedulerTimeType: Strideable, Hashable, Codable {
        public init(_ time: DispatchTime) { fatalError() }
        public func distance(to other: Self) -> Stride { fatalError() }
        public func advanced(by n: Stride) -> Self { fatalError() }

        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
            ExpressibleByFloatLiteral, Hashable, Codable
        {
            public init(_ timeInterval: DispatchTimeInterval) { fatalError() }
            public init(floatLiteral value: Double) { fatalError() }
            public init(integerLiteral value: Int) { fatalError() }
            public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
            public var magnitude: Int { fatalError() }
            public static func < (lhs: Self, rhs: Self) -> Bool { fatalError() }
            public static func * (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func + (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func - (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func *= (lhs: inout Self, rhs: Self) { fatalError() }
            public static func += (lhs: inout Self, rhs: Self) { fatalError() }
            public static func -= (lhs: inout Self, rhs: Self) { fatalError() }
            public static func seconds(_ s: Int) -> Self { fatalError() }
            public static func seconds(_ s: Double) -> Self { fatalError() }
            public static func milliseconds(_ ms: Int) -> Self { fatalError() }
            public static func microseconds(_ us: Int) -> Self { fatalError() }
            public static func nanoseconds(_ ns: Int) -> Self { fatalError() }
        }
    }
}

extension RunLoop: DeclaredScheduler {
    public struct SchedulerOptions {}

    public struct SchedulerTimeType: Strideable, Hashable, Codable {
        public init(_ date: Date) { fatalError() }
        public func distance(to other: Self) -> Stride { fatalError() }
        public func advanced(by n: Stride) -> Self { fatalError() }

        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
            ExpressibleByFloatLiteral, Hashable, Codable
        {
            public init(_ timeInterval: TimeInterval) { fatalError() }
            public init(floatLiteral value: Double) { fatalError() }
            public init(integerLiteral value: Double) { fatalError() }
            public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
            public var magnitude: Double { fatalError() }
            public static func < (lhs: Self, rhs: Self) -> Bool { fatalError() }
            public static func * (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func + (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func - (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func *= (lhs: inout Self, rhs: Self) { fatalError() }
            public static func += (lhs: inout Self, rhs: Self) { fatalError() }
            public static func -= (lhs: inout Self, rhs: Self) { fatalError() }
            public static func seconds(_ s: Int) -> Self { fatalError() }
            public static func seconds(_ s: Double) -> Self { fatalError() }
            public static func milliseconds(_ ms: Int) -> Self { fatalError() }
            public static func microseconds(_ us: Int) -> Self { fatalError() }
            public static func nanoseconds(_ ns: Int) -> Self { fatalError() }
        }
    }
}

extension OperationQueue: DeclaredScheduler {
    public struct SchedulerOptions {}

    public struct SchedulerTimeType: Strideable, Hashable, Codable {
        public init(_ date: Date) { fatalError() }
        public func distance(to other: Self) -> Stride { fatalError() }
        public func advanced(by n: Stride) -> Self { fatalError() }

        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
            ExpressibleByFloatLiteral, Hashable, Codable
        {
            public init(_ timeInterval: TimeInterval) { fatalError() }
            public init(floatLiteral value: Double) { fatalError() }
            public init(integerLiteral value: Double) { fatalError() }
            public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
            public var magnitude: Double { fatalError() }
            public static func < (lhs: Self, rhs: Self) -> Bool { fatalError() }
            public static func * (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func + (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func - (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func *= (lhs: inout Self, rhs: Self) { fatalError() }
            public static func += (lhs: inout Self, rhs: Self) { fatalError() }
            public static func -= (lhs: inout Self, rhs: Self) { fatalError() }
            public static func seconds(_ s: Int) -> Self { fatalError() }
            public static func seconds(_ s: Double) -> Self { fatalError() }
            public static func milliseconds(_ ms: Int) -> Self { fatalError() }
            public static func microseconds(_ us: Int) -> Self { fatalError() }
            public static func nanoseconds(_ ns: Int) -> Self { fatalError() }
        }
    }
}

public struct ImmediateScheduler: DeclaredScheduler {
    public typealias SchedulerOptions = Never

    public static let shared = ImmediateScheduler()

    public struct SchedulerTimeType: Strideable {
        public init() { fatalError() }
        public func distance(to other: Self) -> Stride { fatalError() }
        public func advanced(by n: Stride) -> Self { fatalError() }

        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
            ExpressibleByFloatLiteral
        {
            public init(_ value: Int) { fatalError() }
            public init(floatLiteral value: Double) { fatalError() }
            public init(integerLiteral value: Int) { fatalError() }
            public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
            public var magnitude: Int { fatalError() }
            public static func < (lhs: Self, rhs: Self) -> Bool { fatalError() }
            public static func * (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func + (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func - (lhs: Self, rhs: Self) -> Self { fatalError() }
            public static func *= (lhs: inout Self, rhs: Self) { fatalError() }
            public static func += (lhs: inout Self, rhs: Self) { fatalError() }
            public static func -= (lhs: inout Self, rhs: Self) { fatalError() }
            public static func seconds(_ s: Int) -> Self { fatalError() }
            public static func seconds(_ s: Double) -> Self { fatalError() }
            public static func milliseconds(_ ms: Int) -> Self { fatalError() }
            public static func microseconds(_ us: Int) -> Self { fatalError() }
            public static func nanoseconds(_ ns: Int) -> Self { fatalError() }
        }
    }
}

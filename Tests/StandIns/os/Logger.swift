// The part of Apple's module `os` that PagingOperators uses, so that the code for it is type-checked
// elsewhere.

public struct OSLogType: Equatable, Sendable {
    let value: UInt8

    public static let debug = OSLogType(value: 2)
    public static let info = OSLogType(value: 1)
    public static let error = OSLogType(value: 16)
}

public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    public struct Interpolation: StringInterpolationProtocol, Sendable {
        var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { text += literal }

        public mutating func appendInterpolation(
            _ value: @autoclosure () -> String, privacy: OSLogPrivacy = .public
        ) {
            text += value()
        }
    }

    let text: String

    public init(stringLiteral value: String) { text = value }

    public init(stringInterpolation interpolation: Interpolation) { text = interpolation.text }
}

public typealias SignpostMetadata = OSLogMessage

public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}

    public func log(level: OSLogType, _ message: OSLogMessage) {}
}

public struct OSSignpostID: Sendable {}

public final class OSSignpostIntervalState: Sendable {}

public struct OSSignposter: Sendable {
    public init(subsystem: String, category: String) {}

    public func makeSignpostID() -> OSSignpostID { OSSignpostID() }

    public func beginInterval(
        _ name: StaticString, id: OSSignpostID, _ message: SignpostMetadata
    ) -> OSSignpostIntervalState { OSSignpostIntervalState() }

    public func endInterval(
        _ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata
    ) {}

    public func emitEvent(_ name: StaticString, _ message: SignpostMetadata) {}
}

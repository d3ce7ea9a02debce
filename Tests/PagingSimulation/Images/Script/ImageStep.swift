import PagingOperators

/// A request of the simulation.
package struct SimulatedRequest: Hashable, Sendable, CustomStringConvertible {
    package let address: Int
    package let isSmall: Bool

    package var description: String { isSmall ? "\(address)s" : "\(address)" }
}

/// A step of a simulated session of images. Rows and transfers are counted among those that are there, again from the
/// first after the last.
package enum ImageStep: Sendable {
    /// A row requests an image.
    case join(SimulatedRequest, ImagePriority)
    /// A row cancels.
    case leave(row: Int)
    case promote(row: Int, ImagePriority)
    case prefetch(SimulatedRequest, toDisk: Bool)
    case stopPrefetch(SimulatedRequest, toDisk: Bool)

    /// The next look-up on disk.
    case lookUp
    /// The next decoding.
    case decode
    /// The head of a response.
    case respond(transfer: Int)
    /// The head, if it is missing, and a few bytes.
    case send(transfer: Int)
    /// All that is missing of a response.
    case finish(transfer: Int)
    case fail(transfer: Int, ImageFault)

    case pass(seconds: Int)
    /// The server has another image at an address.
    case change(address: Int)

    case deleteFolder
    /// The stored bytes of an address are not an image any more.
    case damage(address: Int)
    case trimMemory(count: Int)
    case forget(SimulatedRequest)
}

/// What may happen to a transfer.
package enum ImageFault: Sendable, CaseIterable {
    /// The connection is lost.
    case lost
    // The others only in place of a response; where it has begun, the connection is lost.
    case unavailable, tooManyRequests, notFound, rangeNotSatisfiable, webPage
}

extension ImageStep {
    /// The same step where there are fewer addresses, as in a simpler setup.
    func addressing(_ count: Int) -> ImageStep {
        func request(_ request: SimulatedRequest) -> SimulatedRequest {
            SimulatedRequest(address: request.address % count, isSmall: request.isSmall)
        }
        switch self {
        case .join(let wanted, let priority): return .join(request(wanted), priority)
        case .prefetch(let wanted, let toDisk): return .prefetch(request(wanted), toDisk: toDisk)
        case .stopPrefetch(let wanted, let toDisk): return .stopPrefetch(request(wanted), toDisk: toDisk)
        case .forget(let wanted): return .forget(request(wanted))
        case .change(let address): return .change(address: address % count)
        case .damage(let address): return .damage(address: address % count)
        default: return self
        }
    }
}

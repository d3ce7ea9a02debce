import FluxImages
import PagingOperators

/// A request of the simulation.
package struct SimulatedRequest: Sendable, CustomStringConvertible {
    package enum Variant: Sendable, CaseIterable {
        case original, small, tiny

        package var letter: String {
            switch self {
            case .original: ""
            case .small: "s"
            case .tiny: "t"
            }
        }
    }

    package enum Processing: Sendable {
        case none, round
        /// By a processor that the loader does not have.
        case unknown

        package var letter: String {
            switch self {
            case .none: ""
            case .round: "r"
            case .unknown: "u"
            }
        }
    }

    package var address: Int
    package var variant = Variant.original
    package var processing = Processing.none
    /// Which of the URLs of the image. It does not count when requests are compared.
    package var url = 0

    /// The name of the image.
    var name: String { "\(address)\(variant.letter)\(processing.letter)" }

    package var description: String { url == 0 ? name : "\(name) by URL \(url)" }

    /// The request of the bytes on disk: processed images are not stored.
    var entry: SimulatedRequest { SimulatedRequest(address: address, variant: variant) }
}

extension SimulatedRequest: Hashable {
    package static func == (lhs: SimulatedRequest, rhs: SimulatedRequest) -> Bool {
        lhs.address == rhs.address && lhs.variant == rhs.variant && lhs.processing == rhs.processing
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(variant)
        hasher.combine(processing)
    }
}

/// A step of a simulated session of images. Rows and transfers are counted among those that are there, again
/// from the first after the last.
package enum ImageStep: Sendable {
    /// A row requests an image.
    case join(SimulatedRequest, ImagePriority)
    /// A row of the list requests an image.
    case joinInList(SimulatedRequest, row: Int)
    /// The list shows other rows.
    case scroll(to: Range<Int>, isForward: Bool)
    /// A row has another number in the list, or is in it from now on.
    case renumber(row: Int, to: Int)
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
    /// The stored bytes of an image are not an image any more.
    case damage(SimulatedRequest)
    case trimMemory(count: Int)
    case forget(SimulatedRequest)
}

/// What may happen to a transfer.
package enum ImageFault: Sendable, CaseIterable {
    /// The connection is lost.
    case lost
    // The others only in place of a response; where it has begun, the connection is lost.
    case unavailable, tooManyRequests, notFound, rangeNotSatisfiable, webPage
    /// The URL has expired (403).
    case refused
}

extension ImageStep {
    /// The same step where there are fewer addresses and URLs, as in a simpler setup.
    func addressed(in setup: ImageSetup) -> ImageStep {
        let count = setup.policies.count
        func request(_ request: SimulatedRequest) -> SimulatedRequest {
            var copy = request
            copy.address %= count
            copy.url %= setup.urls
            return copy
        }
        switch self {
        case .join(let simulated, let priority): return .join(request(simulated), priority)
        case .joinInList(let simulated, let row): return .joinInList(request(simulated), row: row)
        case .prefetch(let simulated, let toDisk): return .prefetch(request(simulated), toDisk: toDisk)
        case .stopPrefetch(let simulated, let toDisk):
            return .stopPrefetch(request(simulated), toDisk: toDisk)
        case .forget(let simulated): return .forget(request(simulated))
        case .change(let address): return .change(address: address % count)
        case .damage(let simulated): return .damage(request(simulated))
        default: return self
        }
    }
}

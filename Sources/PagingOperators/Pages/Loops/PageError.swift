/// The failure of a loop over the pages of a source whose own failure has a type.
///
/// A source whose failure is `any Error` needs no such type: its loops throw the errors of the source, and
/// ``PagingError``, as they are.
public enum PageError<Failure: Error>: Error {
    /// A page failed to load.
    case source(Failure)

    /// The source violates the rules of paging.
    case paging(PagingError)

    /// The error itself, without this wrapper.
    public var underlyingError: any Error {
        switch self {
        case .source(let error): error
        case .paging(let error): error
        }
    }
}

extension PageError: Equatable where Failure: Equatable {}
extension PageError: Hashable where Failure: Hashable {}

extension PageError: CustomStringConvertible {
    public var description: String { "\(underlyingError)" }
}

@_exported import PagingOperators
@_exported import Streams

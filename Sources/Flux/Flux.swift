@_exported import FluxImages
@_exported import FluxLoading
@_exported import PagingOperators
@_exported import Streams

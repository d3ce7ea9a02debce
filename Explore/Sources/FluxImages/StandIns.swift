import FluxLoading
import Streams

// The names hide those of Dispatch and Synchronization in this module.

typealias DispatchQueue = FluxLoading.DispatchQueue
typealias Atomic = Streams.Atomic

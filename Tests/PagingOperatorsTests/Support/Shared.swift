import PagingSimulation

// What these tests share with the simulation.
typealias Mismatch = PagingSimulation.Mismatch
typealias RowMirror = PagingSimulation.RowMirror

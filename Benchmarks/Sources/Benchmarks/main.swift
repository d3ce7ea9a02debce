for b in [Benchmark.fusedChain(),.fusedChainG(), .subjectChain()] { let m = b.measure(rounds: 7); print(m.name, m.nanoseconds, m.baselineNanoseconds, m.ratio) }

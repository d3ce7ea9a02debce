import Flux

extension Benchmark {
    /// The sum of an array's publisher.
    static func reduce() -> Benchmark {
        folding("reduce", "loop calling the closure") { array, total in
            array.publisher.reduce(0) { $0 &+ $1 }.sink { total.value &+= $0 }.cancel()
        } byHand: { array, total in
            let add = Opaque<(Int, Int), Int> { $0.0 &+ $0.1 }
            var sum = 0
            for value in array { sum = add.call((sum, value)) }
            total.value &+= sum
        }
    }

    /// The values of an array's publisher in an array.
    static func collect() -> Benchmark {
        folding("collect", "array that grows") { array, total in
            array.publisher.collect().sink { total.value &+= $0.count }.cancel()
        } byHand: { array, total in
            var copy: [Int] = []
            for value in array { copy.append(value) }
            blackHole(copy)
            total.value &+= copy.count
        }
    }

    private static func folding(
        _ name: String, _ baselineName: String,
        _ subject: @escaping (_ array: [Int], _ total: Total) -> Void,
        byHand: @escaping (_ array: [Int], _ total: Total) -> Void
    ) -> Benchmark {
        Benchmark(name: name, baselineName: baselineName, elements: 10_000, passes: 500) { elements in
            let array = Array(0..<elements)
            func run(_ work: @escaping (_ array: [Int], _ total: Total) -> Void) -> () -> Int {
                {
                    let total = Total()
                    work(array, total)
                    return total.value
                }
            }
            return Sides(subject: run(subject), baseline: run(byHand))
        }
    }
}

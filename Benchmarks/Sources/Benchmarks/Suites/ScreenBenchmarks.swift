import Flux

extension Benchmark {
    /// A render of a screen with 1,000,000 rows: the collection is taken from the model, and the identities
    /// and items of the 20 rows in view are read; against the same rows of an array.
    static func render() -> Benchmark {
        Benchmark(name: "render", baselineName: "20 rows of an array", elements: 20_000) { renders in
            let screen = ModelScreen(NumberedRows(pages: 10_000, rowsPerPage: 100))
            let array = Array(screen.rows)
            return Sides(
                subject: {
                    (0..<renders).reduce(0) { $0 &+ renderedSum(screen.rows, from: firstRow(ofRender: $1)) }
                },
                baseline: {
                    (0..<renders).reduce(0) { $0 &+ renderedSum(array, from: firstRow(ofRender: $1)) }
                })
        }
    }

    /// A row of 1,000,000 that is found by its identity, against the same in a dictionary.
    static func shownIdentity() -> Benchmark {
        Benchmark(name: "identity", baselineName: "a dictionary of rows", elements: 200_000) { lookups in
            let screen = ModelScreen(NumberedRows(pages: 10_000, rowsPerPage: 100))
            let rows = Dictionary(uniqueKeysWithValues: (0..<1_000_000).map { ($0, $0) })
            return Sides(
                subject: { screen.sumOfRows(of: lookups) },
                baseline: {
                    (0..<lookups).reduce(0) { $0 &+ (rows[firstRow(ofRender: $1)] ?? 0) }
                })
        }
    }
}

/// An item with an identity.
private struct NumberedItem: Identifiable, Sendable {
    let id: Int
}

/// A screen whose model has all rows of a source.
private final class ModelScreen: @unchecked Sendable {
    // Sendable: a benchmark runs on the main thread only.
    private let model: PagingModel<NumberedItem>

    init(_ source: NumberedRows) {
        model = MainActor.assumeIsolated {
            let model = PagingModel { signals in
                signals.paginate(threshold: 5, from: source).map { NumberedItem(id: $0) }
            }
            model.loadInitial()
            model.send(.jump(toRow: source.rows - 1))
            return model
        }
    }

    var rows: FeedRows<NumberedItem> { MainActor.assumeIsolated { model.rows } }

    /// Looks rows up in a function of the main actor, as a screen does.
    func sumOfRows(of lookups: Int) -> Int {
        MainActor.assumeIsolated {
            (0..<lookups).reduce(0) { $0 &+ (model.row(ofID: firstRow(ofRender: $1)) ?? 0) }
        }
    }
}

/// A place in the list, another one for each render.
private func firstRow(ofRender render: Int) -> Int { render &* 48_271 % 999_980 }

@inline(never)
private func renderedSum(_ rows: some RandomAccessCollection<FeedRow<NumberedItem>>, from first: Int) -> Int {
    var sum = rows.count
    let start = rows.index(rows.startIndex, offsetBy: first)
    for row in rows[start..<rows.index(start, offsetBy: 20)] {
        sum &+= row.id.hashValue & 0
        sum &+= row.item?.id ?? 0
    }
    return sum
}

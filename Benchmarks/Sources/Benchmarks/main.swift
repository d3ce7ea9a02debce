import Foundation

/// Threads that send at the same time.
let contended: [Benchmark] = [1, 2, 4].flatMap { threads in
    [
        .contendedSubject(threads: threads), .contendedMerge(threads: threads),
        .contendedFlatMap(threads: threads),
    ]
}

/// Rows a second, beside 62 images a second.
let scrolls: [Benchmark] = [20, 40, 60, 80, 100, 120].map { .imageScroll(rowsPerSecond: $0) }

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.showsHelp {
        print(Options.help)
    } else {
        try run(
            options,
            all: scrolls + contended + [
                .subscribe(), .subscribeSubject(), .subscribeSubjectDeeply(), .concat(),
                .fusedChain(), .subjectChain(), .fanout(), .currentValue(),
                .flatMap(), .flatMapJust(), .concatMap(),
                .merge(), .mergeChain(), .zip(), .combineLatest(), .combineLatest4(), .withLatestFrom(),
                .race(),
                .switchToLatest(), .share(), .shareReplay(), .buffer(), .receiveOn(),
                .mainActorChain(), .published(), .values(), .valuesOfSubject(),
                .valuesReceived(),
                .asyncToPublisher(), .asyncMerge(), .asyncZip(), .asyncZipInTasks(), .asyncCombineLatest(),
                .reduce(), .collect(),
                .debounce(), .debounceBursts(), .throttle(), .throttleBursts(),
                .erasedChain(), .erasedArray(), .feed(),
                .feedGrowth(pages: 1_000), .feedGrowth(pages: 10_000), .hint(), .window(), .edit(),
                .editAmongEdits(),
                .pushedRows(),
                .jump(), .jumpFar(), .memory(),
                .differenceOnTop(), .differenceOfIdentifiable(), .difference(),
                .render(), .shownIdentity(), .browseFrame(), .timelinePage(),
                .imageMemoryHit(), .imageCachedByURL(), .imageHitByURL(), .imageJoin(), .imagePromote(),
                .imageFling(), .imageDiskHit(),
                .imageDiskHitFirst(), .imageDiskLoad(), .httpFeed(),
                .httpFeedAhead(), .httpBody(),
            ])
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(error is BenchmarkFailure ? 1 : 2)
}

/// Measures the chosen benchmarks and prints a line for each as it is done. Throws once all are done if one
/// allocates memory too often.
func run(_ options: Options, all benchmarks: [Benchmark]) throws {
    let chosen = try options.choose(from: benchmarks)
    let report: any Report = options.asJSON ? JSONReport() : TableReport()
    var faults: [String] = []
    report.begin()
    for benchmark in chosen {
        guard let measurement = benchmark.measure(rounds: options.rounds) else { continue }
        report.add(measurement)
        if let fault = benchmark.fault(of: measurement) { faults.append(fault) }
    }
    if !faults.isEmpty { throw BenchmarkFailure(faults: faults) }
}

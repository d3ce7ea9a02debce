/// How many steps of fetches run at once.
struct FetchLimits: Sendable {
    var lookups = Int.max
    var downloads = Int.max
    var downloadsPerGroup = Int.max
    var decodings = Int.max
}

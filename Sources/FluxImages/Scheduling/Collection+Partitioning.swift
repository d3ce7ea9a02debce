extension RandomAccessCollection {
    /// The index of the first element that meets a condition, which all later elements meet as well; the end
    /// if there is none.
    ///
    /// - Complexity: O(log *n*).
    package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isInSecondPart(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}

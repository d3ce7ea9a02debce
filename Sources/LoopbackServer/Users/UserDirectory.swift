/// A number of made-up users, always the same ones, in the order of their ids.
///
/// The ids have gaps (1, 2, 5, 6, 9, 10, 13, 19, …), so that an id taken for an offset shows at once.
package struct UserDirectory: Sendable {
    package let count: Int

    package init(count: Int) {
        precondition(count >= 0, "a directory cannot have fewer than no users")
        self.count = count
    }

    /// - Complexity: O(1).
    package func id(at index: Int) -> Int {
        1 + index + 2 * (index / 2) + 5 * (index / 7)
    }

    /// The number of users whose id is at most `id`, which is the index of the first one after it.
    ///
    /// - Complexity: O(log *n*).
    package func index(after id: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self.id(at: middle) <= id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index of the user with that id, if there is one.
    package func index(of id: Int) -> Int? {
        let index = index(after: id) - 1
        return index >= 0 && self.id(at: index) == id ? index : nil
    }

    /// - Parameter host: host and port of the server whose addresses the record names.
    package func user(at index: Int, host: String) -> UserRecord {
        let id = id(at: index)
        let login = login(at: index)
        return UserRecord(
            id: id,
            login: login,
            avatarUrl: "http://\(host)/avatars/\(id).png",
            htmlUrl: "http://\(host)/\(login)"
        )
    }
}

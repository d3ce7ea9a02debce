/// A list of generated users, always the same, in the order of their ids.
///
/// The ids have gaps (1, 2, 5, 6, 9, 10, 13, 19, …), so that confusing an id with an offset is noticed.
package struct UserDirectory: Sendable {
    package let count: Int

    package init(count: Int) {
        precondition(count >= 0, "the number of users must not be negative")
        self.count = count
    }

    /// - Complexity: O(1).
    package func id(at index: Int) -> Int {
        1 + index + 2 * (index / 2) + 5 * (index / 7)
    }

    /// Returns the index of the first user after an id.
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

    /// Returns the index of the user with an id, if there is one.
    package func index(of id: Int) -> Int? {
        let index = index(after: id) - 1
        return index >= 0 && self.id(at: index) == id ? index : nil
    }

    /// Returns a user.
    ///
    /// - Parameter host: Host and port of the server, for the user's URLs.
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

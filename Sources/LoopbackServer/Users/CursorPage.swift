/// The response to `cursor=`: `{"items":[…],"next_cursor":"…"}`, with `null` on the last page.
struct CursorPage: Encodable {
    let items: [UserRecord]
    let nextCursor: String?

    private enum CodingKeys: CodingKey {
        case items, nextCursor
    }

    // The synthesized method would omit the key of an absent value.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(items, forKey: .items)
        try container.encode(nextCursor, forKey: .nextCursor)
    }
}

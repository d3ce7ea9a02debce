/// The response to `page=`: `{"items":[…],"page":1,"total":95}`.
struct NumberedPage: Encodable {
    let items: [UserRecord]
    let page: Int
    let total: Int
}

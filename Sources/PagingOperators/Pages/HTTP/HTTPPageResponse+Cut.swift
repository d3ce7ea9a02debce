import FluxLoading

extension HTTPPageResponse {
    /// The path of a field beside the items that states that not all of them are in the body, and that no
    /// next page has the others: `incomplete_results`, or `truncated` where there are no next pages.
    package var incompleteness: JSONPath? {
        BodyOutline(body).fields.first { field in
            field.value.boolean == true && field.isBeside(items)
                && (field.plain.hasPrefix("incomplete") || field.plain == "truncated" && next == .single)
        }?.path
    }
}

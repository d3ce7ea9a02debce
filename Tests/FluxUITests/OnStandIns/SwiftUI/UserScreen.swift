import FluxUI
import PagingOperators
import SwiftUI

private let users = NumberPages(size: 30) { page, size async throws -> [User] in
    (0..<size).map { User(id: page * size + $0, login: "user") }
}

// snippet: begin
struct UserScreen: View {
    @State private var model = PagingModel { signals in
        signals.paginate(threshold: 5, from: users).dedupe(by: \.id)
    }

    var body: some View {
        PagedList(model) { user in
            Text(user.login)
        }
    }
}
// snippet: end

/// What else there is for views.
struct OtherScreen: View {
    @State private var model = PagingModel(threshold: 5, from: users)

    var body: some View {
        List {
            ForEach(model.rows) { row in
                Text(row.item?.login ?? "…").onRowAppear(row, of: model)
            }
            ForEach(model.rows) { row in
                Text(row.item?.login ?? "…").onRowAppear(row.number, of: model)
            }
            ForEach(model.items) { user in
                Text(user.login).onRowAppear(user, of: model)
            }
            PagedListFooter(model.footer) { model.retry() }
        }
        .refreshable { await model.refresh() }
        .failureAlert(Text("The list could not be loaded."), of: model)
    }
}

/// A list with a footer of its own.
struct ScreenWithFooter: View {
    let model: PagingModel<User>

    var body: some View {
        PagedList(model) { user in
            Text(user.login)
        } footer: { footer in
            if footer == .end { Text("That is all.") }
        }
    }
}

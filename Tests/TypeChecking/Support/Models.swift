import Flux
import Foundation

nonisolated struct User: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var name: String
    var email: String?
    var avatar: URL?
    var isActive: Bool
    var score: Double
}

nonisolated struct Article: Codable, Hashable, Identifiable, Sendable {
    var id: UUID
    var title: String
    var tags: [String]
    var published: Date
    var words: Int
}

nonisolated enum ArticleRow: Hashable, Sendable {
    case heading(String)
    case article(Article)

    var initial: String? {
        if case .article(let article) = self { String(article.title.prefix(1)) } else { nil }
    }
}

nonisolated struct Photo: Codable, Equatable, Sendable {
    var url: URL
    var width: Int
    var height: Int
}

nonisolated struct SearchAnswer: Codable, Sendable {
    var items: [Article]
    var next: String?
    var total: Int
}

nonisolated struct Envelope<Content: Codable & Sendable>: Codable, Sendable {
    var data: Content
    var code: Int
}

nonisolated struct Settings: Equatable, Sendable {
    var theme = "light"
    var fontSize = 12
    var sendsReports = false
}

nonisolated enum APIError: Error, Equatable {
    case offline
    case status(Int)
    case decoding
    case unknown
}

nonisolated enum FormError: Error, Equatable {
    case empty
    case tooShort(Int)
    case mismatch
}

nonisolated enum LoadingState<Value: Sendable>: Sendable {
    case idle
    case loading
    case loaded(Value)
    case failed(APIError)
}

nonisolated enum Action: Sendable {
    case reload
    case select(Int)
    case delete(id: Int)
    case filter(String)
}

nonisolated struct FeedState: Equatable, Sendable {
    var users: [User] = []
    var query = ""
    var selected: Int?
    var isLoading = false
}

import Testing

/// The articles print code that is compiled, and that the stories of this folder run.
struct ArticleTests {
    @Test func `every block of code in an article is compiled as it is printed`() throws {
        let articles = try Article.all()
        let marked = Set(try CodeBlock.marked())
        #expect(articles.flatMap(\.code).count > 10)
        for article in articles {
            for block in article.code {
                #expect(marked.contains(block), "\(article) prints code that no source has:\n\(block)")
            }
        }
    }

    @Test func `every block of code that is marked is printed in an article`() throws {
        let printed = Set(try Article.all().flatMap(\.code))
        for block in try CodeBlock.marked() {
            #expect(printed.contains(block), "No article prints this:\n\(block)")
        }
    }
}

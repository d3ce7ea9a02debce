import Foundation
import Streams
import TestSupport
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Who answers a challenge. On Linux URLSession forwards none for certificates, and so tests make them.
struct ChallengeTests {
    /// The method of a challenge: trust in the server, a certificate of the client, a password.
    enum Method: String, CaseIterable {
        case serverTrust = "NSURLAuthenticationMethodServerTrust"
        case clientCertificate = "NSURLAuthenticationMethodClientCertificate"
        case password = "NSURLAuthenticationMethodHTTPBasic"
    }

    private typealias Answer = (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?)

    /// What becomes of a challenge without an answer: on Linux a task would not end with it.
    #if canImport(FoundationNetworking)
        private static let unanswered = URLSession.AuthChallengeDisposition.cancelAuthenticationChallenge
    #else
        private static let unanswered = URLSession.AuthChallengeDisposition.performDefaultHandling
    #endif

    /// The answer of the delegate of a loader's session.
    private func answer(
        to method: Method, from challenges: (any URLSessionTaskDelegate)?
    ) async -> Answer {
        let delegate = TransferDelegate(SessionQueue(), nil, challenges: challenges)
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: URL(filePath: "/unused"))
        let space = URLProtectionSpace(
            host: "images.test", port: 443, protocol: "https", realm: nil,
            authenticationMethod: method.rawValue)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil,
            error: nil, sender: Sender())
        return await withCheckedContinuation { continuation in
            delegate.urlSession(session, task: task, didReceive: challenge) {
                continuation.resume(returning: Answer($0, $1))
            }
        }
    }

    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }

    /// Answers with what it was made with.
    private final class TaskAnswers: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
        // Sendable: nothing of it is written.

        let disposition: URLSession.AuthChallengeDisposition
        let credential = URLCredential(user: "user", password: "open", persistence: .none)
        let asked = Log<String>()

        init(_ disposition: URLSession.AuthChallengeDisposition) {
            self.disposition = disposition
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping AuthChallengeHandler
        ) {
            let space = challenge.protectionSpace
            asked.append("\(space.host) \(space.authenticationMethod)")
            completionHandler(disposition, disposition == .useCredential ? credential : nil)
        }
    }

    /// A delegate that has the method for sessions only.
    private final class SessionAnswers: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
        // Sendable: nothing of it is written.

        let credential = URLCredential(user: "user", password: "open", persistence: .none)

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping AuthChallengeHandler
        ) {
            completionHandler(.useCredential, credential)
        }
    }

    /// A delegate that has no credential, and answers with it all the same.
    private final class NoCredential: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping AuthChallengeHandler
        ) {
            completionHandler(.useCredential, nil)
        }
    }

    /// A delegate without methods.
    private final class Silence: NSObject, URLSessionTaskDelegate, Sendable {}

    @Test(arguments: Method.allCases) func delegateAnswersWithACredential(method: Method) async {
        let answers = TaskAnswers(.useCredential)
        let answer = await answer(to: method, from: answers)
        #expect(answer.disposition == .useCredential && answer.credential === answers.credential)
        #expect(answers.asked.entries == ["images.test \(method.rawValue)"])
    }

    #if canImport(FoundationNetworking)
        /// With Swift 6.3 a process traps where the credential is missing.
        @Test func answerWithoutTheCredentialToUseIsARejection() async {
            let answer = await answer(to: .password, from: NoCredential())
            #expect(answer.disposition == .cancelAuthenticationChallenge && answer.credential == nil)
        }
    #endif

    @Test(arguments: Method.allCases) func methodForSessionsAnswersWithoutOneForTasks(method: Method) async {
        let answers = SessionAnswers()
        let answer = await answer(to: method, from: answers)
        #expect(answer.disposition == .useCredential && answer.credential === answers.credential)
    }

    @Test(arguments: Method.allCases) func rejectionIsThatOfTheDelegate(method: Method) async {
        for disposition in [
            URLSession.AuthChallengeDisposition.rejectProtectionSpace, .cancelAuthenticationChallenge,
        ] {
            let answer = await answer(to: method, from: TaskAnswers(disposition))
            #expect(answer.disposition == disposition && answer.credential == nil)
        }
    }

    @Test(arguments: Method.allCases) func challengeWithoutAnAnswerHasTheDefaultHandling(method: Method) async
    {
        let delegates: [(any URLSessionTaskDelegate)?] = [
            nil, Silence(), TaskAnswers(.performDefaultHandling),
        ]
        for delegate in delegates {
            let answer = await answer(to: method, from: delegate)
            #expect(answer.disposition == Self.unanswered && answer.credential == nil)
        }
    }
}

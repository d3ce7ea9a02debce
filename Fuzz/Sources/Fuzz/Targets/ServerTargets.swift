import Foundation

@testable import LoopbackServer

extension FuzzTarget {
    /// Requests of one connection, all at once and byte by byte.
    static let request = FuzzTarget("request") { data in
        let whole = requests(in: [data])
        let bytes = requests(in: data.map { Data([$0]) })
        expect(whole.requests == bytes.requests, "other requests byte by byte")
        expect(whole.error == bytes.error, "\(String(describing: bytes.error)) byte by byte")
        for request in whole.requests {
            expect(!request.method.isEmpty && request.target.hasPrefix("/"), "request of '\(request.target)'")
        }
    }

    private static func requests(in pieces: [Data]) -> (requests: [HTTPRequest], error: HTTPParseError?) {
        var parser = HTTPRequestParser()
        var requests: [HTTPRequest] = []
        for piece in pieces {
            parser.append(piece)
            do throws(HTTPParseError) {
                while let request = try parser.next() { requests.append(request) }
            } catch {
                return (requests, error)
            }
        }
        return (requests, nil)
    }

    /// The targets of requests to the demo's server, in the first line, and to a list of each form.
    static let users = FuzzTarget(text: "users") { target in
        guard let request = try? HTTPRequest(target: target, headers: ["Host": "h"]) else { return }
        let service = UsersService(users: UserDirectory(count: 95), faults: .none)
        expect((200...499).contains(service.respond(to: request).status), "a server error for \(target)")
        for shape in ListShape.allCases {
            let list = ListService(count: 25, as: shape)
            expect((200...499).contains(list.respond(to: request).status), "a server error for \(target)")
        }
    }

    /// A PNG file, also with its checksums corrected, since hardly any input has right ones.
    static let png = FuzzTarget("png") { data in
        for data in [data, corrected(data)] {
            guard let png = try? PNG(decoding: data) else { continue }
            expect(png.width > 0 && png.height > 0, "a size of \(png.width)×\(png.height)")
        }
    }

    private static func corrected(_ data: Data) -> Data {
        var bytes = [UInt8](data)
        var offset = PNG.signature.count
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].bigEndianValue
            guard length <= bytes.count - offset - 12 else { break }
            let end = offset + 8 + length
            let checksum = Checksum.crc32(Data(bytes[offset + 4..<end]))
            for index in 0..<4 {
                bytes[end + index] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * index))
            }
            offset = end + 4
        }
        return Data(bytes)
    }
}

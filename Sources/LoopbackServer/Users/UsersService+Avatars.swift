extension UsersService {
    /// Returns the index of the user in a path `/avatars/{id}.png`.
    func avatarIndex(in path: String) -> Int? {
        let (prefix, suffix) = ("/avatars/", ".png")
        guard path.hasPrefix(prefix), path.hasSuffix(suffix),
            let id = Int(path.dropFirst(prefix.count).dropLast(suffix.count)),
            path == "\(prefix)\(id)\(suffix)"
        else { return nil }
        return users.index(of: id)
    }

    func avatarResponse(at index: Int, to request: HTTPRequest) -> HTTPResponse {
        if faults.breaksSeventhAvatar && index == 6 {
            return .html("<!doctype html><title>Sign in</title><p>Sign in to see this picture.</p>")
        }
        let avatar = Avatar.of(users.id(at: index))
        let response = request.alreadyHas(avatar.tag) ? HTTPResponse(status: 304) : .png(avatar.bytes)
        return response.with("Cache-Control", "max-age=3600").with("ETag", avatar.tag)
    }
}

extension HTTPRequest {
    /// Returns whether the client already has the representation with a tag (RFC 9110 §13.1.2).
    fileprivate func alreadyHas(_ tag: String) -> Bool {
        ["*", tag, "W/\(tag)"].contains { headers.list("If-None-Match", contains: $0) }
    }
}

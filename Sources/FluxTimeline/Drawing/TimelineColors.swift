/// The colors of the picture, as properties of CSS. Labels are on bars of any status.
enum TimelineColors {
    static let light = """
        --ground:#fff;--ink:#1d1d1f;--soft:#6e6e73;--line:#e3e3e8;--label:#fff;--hatch:#0005;\
        --done:#2a70bd;--failed:#d1362f;--cancelled:#6f6f78;--running:#8d5bd1;--hit:#2c9a5b;\
        --note:#5b6b7b;--quiet:#a3abb5;--view:#f0a500
        """

    static let dark = """
        --ground:#16171b;--ink:#f0f0f3;--soft:#a0a0a8;--line:#33343b;--label:#101114;--hatch:#fff8;\
        --done:#5aa2f0;--failed:#ff6b61;--cancelled:#8e8e98;--running:#b48cf0;--hit:#4cc983;\
        --note:#9fb0c0;--quiet:#6a727c;--view:#ffc24a
        """
}

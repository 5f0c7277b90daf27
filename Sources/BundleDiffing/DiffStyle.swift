/// The look of the page of a difference: that of the validation's `report.html`.
enum DiffStyle {
    static let css = """
        :root { --ink: #1a1c1f; --quiet: #5f6670; --paper: #fff; --line: #dcdfe4;
          --added: #1a7f37; --removed: #c22a2a; --changed: #a86200; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #a0a7b1;
          --paper: #15171a; --line: #363b42; --added: #56d364; --removed: #ff7b72;
          --changed: #e3a13a; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.45 system-ui, sans-serif; }
        main { max-width: 820px; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.4rem; margin: .5rem 0; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; margin: 0 0 1rem; }
        dt, span, p { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
        details { border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0;
          padding: 0 .8rem; }
        summary { cursor: pointer; padding: .6rem 0; }
        summary b { display: inline-block; } summary b::first-letter { text-transform: uppercase; }
        ul { list-style: none; margin: 0 0 .7rem; padding: 0; }
        li { padding: .2rem 0 .2rem .7rem; border-left: 3px solid var(--edge);
          margin: .25rem 0; overflow-wrap: anywhere; }
        li span { display: block; }
        .added { --edge: var(--added); } .removed { --edge: var(--removed); }
        .changed { --edge: var(--changed); }
        code { font-size: .92em; font-weight: 600; }

        """
}

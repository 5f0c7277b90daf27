/// The look of `report.html`.
enum HTMLStyle {
    static let css = """
        :root { --ink: #1a1c1f; --quiet: #5f6670; --paper: #fff; --card: #f5f6f8; --line: #dcdfe4;
          --error: #c22a2a; --warning: #a86200; --info: #2868b8; --link: #1d5fb0; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #a0a7b1;
          --paper: #15171a; --card: #1f2226; --line: #363b42; --error: #ff7b72;
          --warning: #e3a13a; --info: #79b8ff; --link: #8ab8f5; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.45 system-ui, sans-serif; }
        main { max-width: 1080px; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.4rem; margin: .5rem 0 0; } h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
        a { color: var(--link); } code { font-size: .92em; }
        .failure { border-left: 5px solid var(--error); padding: .4rem .8rem; background: var(--card); }
        .source { font-weight: 600; margin: .2rem 0; overflow-wrap: anywhere; }
        .quiet { color: var(--quiet); font-weight: 400; } header .quiet { margin: 0; }
        section { margin: 1.4rem 0; }
        .totals { display: grid; grid-template-columns: repeat(3, 1fr); gap: .6rem; }
        .total { display: block; padding: .7rem .8rem; border-radius: 8px; background: var(--card);
          border-left: 5px solid var(--edge); color: inherit; text-decoration: none; }
        .total strong { display: block; font-size: 1.5rem; line-height: 1.15; }
        .total span { display: block; color: var(--quiet); font-size: .85rem; }
        .error { --edge: var(--error); } .warning { --edge: var(--warning); }
        .info { --edge: var(--info); }
        .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr));
          gap: .6rem; }
        .cards.wide { grid-template-columns: repeat(auto-fit, minmax(320px, 1fr));
          margin-top: -.8rem; }
        .card { background: var(--card); border-radius: 8px; padding: .8rem; min-width: 0; }
        .card ul { margin: 0; padding-left: 1.1rem; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; margin: 0; }
        dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
        .chips { margin: 0; }
        .chips span { display: inline-block; border: 1px solid var(--line); border-radius: 10px;
          padding: 0 .5rem; margin: 0 .1rem .3rem 0; font-size: .85rem; }
        details { border: 1px solid var(--line); border-left: 5px solid var(--edge);
          border-radius: 8px; margin: .5rem 0; padding: 0 .8rem; }
        summary { cursor: pointer; padding: .6rem 0 .6rem 1.1rem; display: grid; gap: 0 .8rem;
          grid-template-columns: 1fr auto; align-items: baseline; list-style: none;
          position: relative; }
        summary::-webkit-details-marker { display: none; }
        summary::before { content: "\\25B8"; position: absolute; left: 0; top: .6rem;
          color: var(--quiet); }
        details[open] > summary::before { content: "\\25BE"; }
        summary > code { font-weight: 600; overflow-wrap: anywhere; }
        summary > span { grid-column: 1 / -1; color: var(--quiet); }
        details p { margin: .3rem 0 .6rem; }
        pre { overflow-x: auto; font-size: .85em; margin: .3rem 0 .6rem; padding: .5rem .7rem;
          background: var(--card); border-radius: 6px; }
        .table { overflow-x: auto; margin: .4rem 0 .8rem; }
        table { border-collapse: collapse; font-size: .85rem; }
        th, td { text-align: left; padding: .25rem .7rem .25rem 0; white-space: nowrap;
          border-bottom: 1px solid var(--line); max-width: 28rem; overflow: hidden;
          text-overflow: ellipsis; }
        td.number { text-align: right; font-variant-numeric: tabular-nums; }
        .map svg { width: 100%; height: auto; max-height: 70vh; background: var(--card);
          border-radius: 8px; display: block; }
        .map .stop { fill: var(--quiet); opacity: .35; }
        .map .error { fill: var(--error); } .map .warning { fill: var(--warning); }
        .map .info { fill: var(--info); }
        @media print { .total, .card, .map svg { background: none; border: 1px solid #bbb; }
          details { break-inside: avoid; } details:not([open]) > * { display: block; }
          .table { overflow: visible; } pre { white-space: pre-wrap; }
          th, td { white-space: normal; overflow-wrap: anywhere; } }

        """
}

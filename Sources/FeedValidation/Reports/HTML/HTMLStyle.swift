/// The style of `report.html` beyond what all pages share.
enum HTMLStyle {
    static let css = """
        body { font-size: .9375rem; }
        main { max-width: 1080px; margin: 0 auto; padding: 1rem; }
        section { margin: 1.4rem 0; } section > h2 { margin-top: 0; }
        h2 .quiet { font-weight: 400; } header .quiet { margin: 0; }
        .failure { border-inline-start: 5px solid var(--error); padding: .4rem .8rem;
          background: var(--card); }
        .source { font-weight: 600; margin: .2rem 0; overflow-wrap: anywhere; }
        .error { --side: var(--error); } .warning { --side: var(--warning); }
        .info { --side: var(--info); }
        .totals { display: grid; grid-template-columns: repeat(3, 1fr); gap: .6rem; }
        .total { display: block; padding: .7rem .8rem; border-radius: 8px; background: var(--card);
          border-inline-start: 5px solid var(--side); color: inherit; text-decoration: none; }
        .total strong { display: block; font-size: 1.5rem; line-height: 1.15; color: inherit; }
        .total span { display: block; color: var(--quiet); font-size: .85rem; }
        .cards.wide { grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
          margin-top: -.8rem; }
        .card h2 { font-size: 1.05rem; } .card ul { padding-inline-start: 1.1rem; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; }
        dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
        .chips span { border: 1px solid var(--line); border-radius: 10px; padding: 0 .5rem;
          font-size: .85rem; }
        details { border: 1px solid var(--line); border-inline-start: 5px solid var(--side);
          border-radius: 8px; margin: .5rem 0; padding: 0 .8rem; }
        details:target { outline: 3px solid var(--accent); }
        summary { padding: .6rem 0 .6rem 1.1rem; display: grid; gap: 0 .8rem;
          grid-template-columns: 1fr auto; align-items: baseline; list-style: none;
          position: relative; }
        summary::-webkit-details-marker { display: none; }
        summary::before { content: "\\25B8"; position: absolute; left: 0; top: .6rem;
          color: var(--quiet); }
        details[open] > summary::before { content: "\\25BE"; }
        summary > code { font-weight: 600; overflow-wrap: anywhere; }
        summary > span { grid-column: 1 / -1; color: var(--quiet); }
        summary em { font-weight: 400; color: var(--quiet); } tr.known { color: var(--quiet); }
        details p { margin: .3rem 0 .6rem; }
        .table { overflow-x: auto; margin: .4rem 0 .8rem; }
        table { width: auto; font-size: .85rem; }
        th, td { white-space: nowrap; max-width: 28rem; overflow: hidden; text-overflow: ellipsis; }
        @media print { .total, .card { border: 1px solid #bbb; }
          details { break-inside: avoid; } details:not([open]) > * { display: block; }
          .table { overflow: visible; } pre { white-space: pre-wrap; }
          th, td { white-space: normal; overflow-wrap: anywhere; } }

        """
}

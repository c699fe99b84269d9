/** Styles for light and dark mode, without any additional file. */
export const DOCS_STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1f1a24, #ece7f1);
  --quiet: light-dark(#5b5364, #b3a9bf);
  --ground: light-dark(#fbf9fc, #17131b);
  --raised: light-dark(#f1ecf4, #221c28);
  --line: light-dark(#d9d0df, #3b3244);
  --link: light-dark(#7a2f6d, #f0a8dd);
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 56rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif }
h1 { margin: 0; font-size: 2rem } h1 small { color: var(--quiet); font-size: 1rem; font-weight: 400 }
h2 { margin: 3rem 0 1rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); text-transform: capitalize }
h3 { margin: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
nav ul, .errors { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem }
.method { display: inline-block; min-width: 4.5rem; color: var(--link) }
.errors { margin: 0; color: var(--quiet); font-size: .875rem }
summary { cursor: pointer }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem }
pre { margin: .5rem 0; padding: .75rem; overflow-x: auto; border-radius: .25rem; background: var(--raised) }
`

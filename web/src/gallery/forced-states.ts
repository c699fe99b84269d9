/** What takes part in a forced state; only controls have the focus. */
const STATES = { hover: '*', active: '*', 'focus-visible': ':is(a, button, input, select, textarea)' }

/** Lets `data-force="hover"` on an ancestor show what a pointer or a key would, so that all states stand side by side. */
export function letStatesBeForced(): void {
  for (const sheet of document.styleSheets) widen(sheet)
}

function widen(rules: { readonly cssRules: CSSRuleList }): void {
  for (const rule of rules.cssRules) {
    if (rule instanceof CSSStyleRule) {
      for (const [state, part] of Object.entries(STATES)) {
        const forced = `:is(:${state}, [data-force='${state}'] ${part})`
        rule.selectorText = rule.selectorText.replaceAll(`:${state}`, forced)
      }
    } else if (rule instanceof CSSGroupingRule) widen(rule)
  }
}

import { createRoot } from 'react-dom/client'
import '#themes/themes.css'
import { Gallery } from './gallery.tsx'

/** The states that can be forced; only controls can have the focus. */
const STATES = { hover: '*', active: '*', 'focus-visible': ':is(a, button, input, select, textarea)' }

const container = document.getElementById('root')
if (!container) throw new Error('gallery.html lacks #root')
createRoot(container).render(<Gallery />)
letStatesBeForced()

/**
 * Makes `data-force="hover"` on an ancestor show what a pointer or key would cause, so that all states can be
 * compared.
 */
function letStatesBeForced(): void {
  for (const sheet of document.styleSheets) widen(sheet)
}

function widen(rules: { readonly cssRules: CSSRuleList }): void {
  for (const rule of rules.cssRules) {
    if (rule instanceof CSSStyleRule) {
      for (const [state, selector] of Object.entries(STATES)) {
        const forced = `:is(:${state}, [data-force='${state}'] ${selector})`
        rule.selectorText = rule.selectorText.replaceAll(`:${state}`, forced)
      }
    } else if (rule instanceof CSSGroupingRule) widen(rule)
  }
}

import type { Plugin } from 'vite'

/** What Vite's helper does once a stylesheet could not be had: it never asks for that file again. */
const NEVER_AGAIN = /seen\[href\] = void 0;(\s*throw err)/
const REFUSED = /rej\((?=.*Unable to preload CSS)/

/** A part of the page that could not be fetched and is fetched again asks for its stylesheet again, too. */
export function preloadAgain(): Plugin {
  return {
    name: 'vee:preload-again',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!NEVER_AGAIN.test(code) || !REFUSED.test(code)) this.error('Vite preloads in another way now')
        return code.replace(NEVER_AGAIN, 'delete seen[href];$1').replace(REFUSED, 'link.remove(), rej(')
      },
    },
  }
}

import type { Plugin } from 'vite'

/** The part of Vite's helper that prevents a failed stylesheet from being loaded again. */
const NEVER_AGAIN = /seen\[href\] = void 0;(\s*throw err)/
const REFUSED = /rej\((?=.*Unable to preload CSS)/

/** Makes a lazy part that is loaded again after a failure also load its stylesheet again. */
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

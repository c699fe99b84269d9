// Measures a spoken question that is answered from the web: from the end of speech to the first audible sample of the reply,
// with a fake search engine whose pages are on this machine, by a free engine and by one with a price.
import { SEARCH_KEY, startSearchEngine } from '../fakes/search/index.ts'
import { startUpstream } from '../fakes/upstream/index.ts'
import { articleOf, startSite } from '../fakes/web/index.ts'
import { startVee } from '../e2e/vee.ts'
import { launchChromium } from './browser.ts'
import { MICROPHONE, openSpokenPage, pressAndSpeak } from './press-and-speak.ts'
import { quantile, report } from './report.ts'

const TURNS = 8
/** Number of initial turns, which load the worklets and open the connections. */
const WARM_UP = 2
const LIMIT_MS = 2_500

const pages = Object.fromEntries(
  ['/seals', '/otters', '/whales'].map((path) => [
    path,
    articleOf(`About ${path}`, ['A token bucket limits how often something may happen. '.repeat(200)]),
  ]),
)
/** The delays of the other benches: 150 ms to the text, 200 ms to the first token of each call, 100 ms to the first sound. */
const upstreamOptions = {
  transcription: { firstPieceAfterMs: 150 },
  speech: { firstPieceAfterMs: 100, piecesPerSecond: 40 },
}
const MODEL = { firstPieceAfterMs: 200, piecesPerSecond: 60 }
const [upstream, site] = await Promise.all([startUpstream(upstreamOptions), startSite(pages)])
const engine = await startSearchEngine(
  Object.keys(pages).map((path) => ({ url: `${site.url}${path}`, title: path, snippet: '' })),
)
const searches = {
  ...MODEL,
  text: '',
  toolCalls: [{ id: 'call-1', name: 'search_web', arguments: '{"query":"token bucket"}' }],
}
const replies = { ...MODEL, text: 'A token bucket limits how often something may happen [1].' }

async function measure(price: string): Promise<readonly number[]> {
  const vee = await startVee({
    OPENAI_API_KEY: 'sk-bench',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    KAGI_API_KEY: SEARCH_KEY,
    KAGI_BASE_URL: engine.url,
    SEARCH_PRICES: `kagi=${price}`,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
  })
  const browser = await launchChromium(...MICROPHONE)
  try {
    const page = await openSpokenPage(browser, vee.url, true)
    const times: number[] = []
    for (let count = 0; count < TURNS + WARM_UP; count += 1) {
      upstream.scriptOnly('chat', searches, replies)
      const time = await pressAndSpeak(page, 0)
      if (count >= WARM_UP) times.push(time)
    }
    const spoken = upstream.requests.map(({ json }) => String(Object(json).input ?? ''))
    const explained = spoken.filter((text) => text === 'I am looking it up.').length
    report({
      name: 'turns in which the search was explained',
      unit: `of ${TURNS + WARM_UP}`,
      value: explained,
    })
    return times
  } finally {
    await browser.close()
    await vee.close()
  }
}

try {
  for (const [name, price] of [
    ['free engine', '0'],
    ['engine with a price', '0.005'],
  ] as const) {
    const times = await measure(price)
    report({
      name: `${name}: last word to first sound, p50`,
      unit: 'ms',
      value: quantile(times, 0.5),
      limit: { value: LIMIT_MS },
    })
    report({ name: `${name}: the same, p95`, unit: 'ms', value: quantile(times, 0.95) })
  }
} finally {
  await Promise.all([upstream.close(), engine.close(), site.close()])
}

import { expect, it } from 'vitest'
import { browserNameOf } from './microphone-card.tsx'

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
    'chromium',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0', 'firefox'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', 'safari'],
  [
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile Safari/604.1',
    'chromium',
  ],
  ['curl/8', 'other'],
])('%s', (userAgent, name) => {
  expect(browserNameOf(userAgent)).toBe(name)
})

import { expect, it } from 'vitest'
import { permissionPlaceOf } from './microphone-card.tsx'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [
    'chromium',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
    0,
  ],
  ['firefox', 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0', 0],
  ['safari', `Mozilla/5.0 (Macintosh) ${APPLE} Version/26.0 Safari/605.1.15`, 0],
  // iPadOS
  ['ios', `Mozilla/5.0 (Macintosh) ${APPLE} Version/26.0 Safari/605.1.15`, 5],
  ['ios', `Mozilla/5.0 (iPhone) ${APPLE} CriOS/142.0 Mobile Safari/604.1`, 5],
  ['ios', `Mozilla/5.0 (iPhone) ${APPLE} FxiOS/145.0 Mobile Safari/604.1`, 5],
  [
    'android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    5,
  ],
  ['android', 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 5],
  ['other', 'curl/8', 0],
] as const)('shows where %s has the permission: %s', (platform, userAgent, maxTouchPoints) => {
  expect(permissionPlaceOf({ userAgent, maxTouchPoints, isInstalled: false })).toBe(platform)
})

it.each(['iPhone', 'Linux; Android 10; K'])(
  'names the settings of the device in an installed app (%s)',
  (device) => {
    const userAgent = `Mozilla/5.0 (${device})`
    expect(permissionPlaceOf({ userAgent, maxTouchPoints: 5, isInstalled: true })).toBe('installed')
  },
)

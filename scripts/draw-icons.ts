/**
 * Generates the app's icons, and the preview image of links, from web/public/icons/favicon.svg: `node
 * scripts/draw-icons.ts`. The images are committed; run it again when the logo changes.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './browsers.ts'

const folder = join(import.meta.dirname, '../web/public/icons')
const logo = readFileSync(join(folder, 'favicon.svg'), 'utf8')
/** Operating systems mask these icons: the background fills them, the logo is within the safe area. */
const uncut = logo.replace(' rx="14"', '').replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
const ground = /fill="(#[\da-f]{6})"/.exec(logo)?.[1] ?? 'none'

const ICONS = [
  { name: 'icon-192.png', size: 192, svg: logo, background: 'none' },
  { name: 'icon-512.png', size: 512, svg: logo, background: 'none' },
  { name: 'icon-maskable-512.png', size: 512, svg: uncut, background: ground },
  { name: 'apple-touch-icon.png', size: 180, svg: uncut, background: ground },
]

const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
for (const { name, size, svg, background } of ICONS) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>html,body{margin:0;background:${background}}svg{display:block;width:100vw;height:100vh}</style>${svg}`,
  )
  await page.screenshot({ path: join(folder, name), omitBackground: true })
}

const WIDTH = 1200
const HEIGHT = 630
const WATER_PX = 430
const STRANDS = 7
/** Returns one strand of the membrane on still water: it rises in the middle and is flat at the sides. */
function strand(index: number): string {
  const points = Array.from({ length: WIDTH / 6 + 1 }, (_, step) => {
    const x = step * 6
    const rise = Math.exp(-(((x - WIDTH / 2) / 230) ** 2))
    const wave = Math.sin(x / (46 + 9 * index) + index * 1.7) * (6 + 3.4 * index)
    return `${x},${(WATER_PX - rise * (wave + 4 * index)).toFixed(1)}`
  })
  return `<polyline points="${points.join(' ')}" stroke-opacity="${(0.95 - index * 0.11).toFixed(2)}"/>`
}
const mark = logo
  .replace(/<rect[^>]*>/, '')
  .replace('<svg ', '<svg x="444" y="142" width="120" height="120" ')
const font = readFileSync(
  createRequire(import.meta.resolve('../web/package.json')).resolve(
    '@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2',
  ),
).toString('base64')
await page.setViewportSize({ width: WIDTH, height: HEIGHT })
await page.setContent(`<style>
  @font-face { font-family: Commissioner; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
  html, body { margin: 0 } svg { display: block }
</style>
<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none">
  <defs>
    <linearGradient id="ground" x2="0" y2="1"><stop stop-color="#1d1320"/><stop offset="1" stop-color="#33212f"/></linearGradient>
    <radialGradient id="light"><stop stop-color="#f7b3c6" stop-opacity="0.3"/><stop offset="1" stop-color="#f7b3c6" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>
  <ellipse cx="${WIDTH / 2}" cy="${WATER_PX}" rx="480" ry="96" fill="url(#light)"/>
  <g stroke="#f7b3c6" stroke-width="2">${Array.from({ length: STRANDS }, (_, index) => strand(index)).join('')}</g>
  ${mark}
  <text x="588" y="238" fill="#fbeef2" font-family="Commissioner" font-weight="600" font-size="104">Vee</text>
</svg>`)
await page.evaluate(() => document.fonts.ready)
await page.screenshot({ path: join(folder, '../social.png') })
await browser.close()

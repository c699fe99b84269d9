/**
 * Draws the app's icons from web/public/icons/favicon.svg: `node scripts/draw-icons.ts`. The pictures are committed; run
 * it again when the logo changes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.ts'

const folder = join(import.meta.dirname, '../web/public/icons')
const logo = readFileSync(join(folder, 'favicon.svg'), 'utf8')
/** Systems cut their own shape out of these: the ground fills them, the logo keeps to the safe middle. */
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
await browser.close()

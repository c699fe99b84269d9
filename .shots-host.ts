// usage: node shots.ts before|after [only]
import { chromium } from '/work/wt-host/node_modules/@playwright/test/index.mjs'
import { startVee } from '/work/wt-host/e2e/vee.ts'
const tag = process.argv[2], only = process.argv[3]
const out = `/tmp/work-host/${tag}`
import { mkdirSync } from 'node:fs'
mkdirSync(out, { recursive: true })
const vee = await startVee({ OPENAI_API_KEY: '' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const langs = { en: 'en', de: 'de-DE', ja: 'ja-JP' }
async function shot(name, { size = 'desk', lang = 'en', theme = 'sakura-sunset', path, signedIn = false, act, full = false }) {
  if (only && !name.includes(only)) return
  const ctx = await browser.newContext({ viewport: sizes[size], locale: langs[lang], reducedMotion: 'reduce' })
  const page = await ctx.newPage()
  await page.addInitScript(([theme, token]) => {
    localStorage.setItem('vee.theme-choice.v1', theme); localStorage.setItem('vee.theme-id', theme)
    if (token) localStorage.setItem('vee.auth-token', token)
  }, [theme, signedIn ? token : ''])
  await page.goto(`${vee.url}/${langs[lang]}${path}`)
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(600)
  if (act) await act(page).catch((e) => console.log(name, String(e).slice(0, 300)))
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: full })
  await ctx.close()
}
let token = ''
await shot('home-fresh-en', { path: '' })
await shot('home-fresh-de-phone', { path: '', lang: 'de', size: 'phone', theme: 'aurora-daybreak' })
const answer = await fetch(`${vee.url}/api/auth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'ann@example.org', password: 'quiet-harbour-7', acceptTerms: true }) })
token = (await answer.json()).token
await shot('login-en', { path: '/login' })
await shot('login-ja-phone', { path: '/login', lang: 'ja', size: 'phone' })
await shot('pro-en', { path: '/pro', signedIn: true })
await shot('pro-de-light', { path: '/pro', signedIn: true, lang: 'de', theme: 'warm-embrace' })
await shot('settings-en', { path: '/settings', signedIn: true })
await shot('settings-de-light', { path: '/settings', signedIn: true, lang: 'de', theme: 'aurora-daybreak' })
await shot('settings-ja-phone', { path: '/settings', signedIn: true, lang: 'ja', size: 'phone' })
await shot('settings-en-phone', { path: '/settings', signedIn: true, size: 'phone' })
await shot('host-en', { path: '/host', signedIn: true })
await shot('host-de-phone', { path: '/host', signedIn: true, lang: 'de', size: 'phone', theme: 'aurora-daybreak' })
const hub = async (page) => { await page.locator('header button[aria-haspopup=dialog]').first().click(); await page.waitForTimeout(1200) }
await shot('hub-en', { path: '/pro', signedIn: true, act: hub })
await shot('hub-de-phone', { path: '/pro', signedIn: true, lang: 'de', size: 'phone', act: hub })
await shot('account-menu', { path: '/pro', signedIn: true, act: async (p) => { await p.getByRole('button', { name: 'Account' }).click(); await p.waitForTimeout(400) } })
await shot('voices-en', { path: '/settings#speaking', signedIn: true })
await shot('register-plan', { path: '/register' })
await browser.close(); await vee.close()

import { expect, test } from '../test.ts'
import { arriveWith } from './visit.ts'

test.use({ isShared: true })

const ABOUT = {
  en: 'About Vee',
  'es-ES': 'Acerca de Vee',
  'fr-FR': 'À propos de Vee',
  'de-DE': 'Über Vee',
  'it-IT': 'Informazioni su Vee',
  'pt-BR': 'Sobre o Vee',
  'ja-JP': 'Veeについて',
  'ko-KR': 'Vee 소개',
  'zh-CN': '关于 Vee',
} as const

test('each language has its page, its name and its lang', async ({ page }) => {
  await arriveWith(page, {})
  for (const [locale, heading] of Object.entries(ABOUT)) {
    await page.goto(`/${locale}/about`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
  }
})

test.describe('a German browser', () => {
  test.use({ locale: 'de-CH' })
  test('is in German if the address contains no language', async ({ page }) => {
    await arriveWith(page, {})
    for (const [asked, found] of [
      ['/', '/de-DE'],
      ['/about?x=1#help', '/de-DE/about?x=1#help'],
      ['/en-US/about', '/en/about'],
      ['/en-GB/about', '/de-DE/about'],
      ['/xx/login', '/de-DE/login'],
    ] as const) {
      await page.goto(asked)
      await expect(page).toHaveURL(found)
    }
  })
})

test('switching preserves the page and typed text, and is remembered', async ({ page }) => {
  await arriveWith(page, {})
  await page.goto('/en')
  await page.getByRole('textbox').fill('half a thought')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Language: English' }).click()
  const overlay = page.getByText(/Switching language…|Changement de langue…/)
  // It is shown for half a second: waiting starts before the click.
  const seen = overlay.waitFor()
  await page.getByRole('menuitemcheckbox', { name: 'Français' }).click()
  await expect(page).toHaveURL('/fr-FR')
  await seen
  await expect(overlay).toBeHidden()
  await expect(page.getByRole('textbox')).toHaveValue('half a thought')
  await page.goto('/about')
  await expect(page).toHaveURL('/fr-FR/about')
})

test.describe('an English reader in Nigeria', () => {
  test.use({ locale: 'en-NG' })
  test('has the Nigerian greeting, once', async ({ page }) => {
    await page.goto('/en')
    const greeting = page.getByText('How far? You are welcome to Vee')
    await expect(greeting).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(greeting).toBeHidden()
  })
})

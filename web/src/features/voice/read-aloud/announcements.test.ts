import { beforeEach, expect, it } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { announcements, fetchAnnouncements } from './announcements.ts'

beforeEach(() => switchTexts('fr-FR'))

it("are in the page's language for text in it, and for languages that Vee does not support", async () => {
  await fetchAnnouncements('cy-GB')
  for (const language of ['fr-FR', 'fr-CA', 'cy-GB', '']) {
    expect(announcements(language).code).toBe('Le code est à l’écran.')
  }
})

it('are in the language of the reply as soon as its texts are loaded, even after it has started', async () => {
  const ofReply = announcements('ja-JP')
  expect(ofReply.code).toBe('Le code est à l’écran.')
  await fetchAnnouncements('ja-JP')
  expect(ofReply.code).toBe('コードは画面にあります。')
  await switchTexts('ja-JP')
  await fetchAnnouncements('en-GB')
  expect(announcements('en-GB').table).toBe('The table is on the screen.')
})

import { axeFaults } from '../axe.ts'
import { localSpeech, type LocalSpeech } from '../local-speech.ts'
import { expect, test as base } from '../test.ts'
import { personIn } from './people.ts'

const test = base.extend<LocalSpeech>(localSpeech)

test.use({ hasVendor: false })

test('a new host downloads the speech model, and tests models and speech', async ({ browser, vee, hub }) => {
  const held = Promise.withResolvers<void>()
  hub.fail({ holds: held.promise })
  const ann = await personIn(browser, vee.url, 'ann@example.org')
  await ann.goto('/en/host')
  await ann.getByRole('tab', { name: 'Setup' }).click()

  const hears = ann.getByRole('region', { name: 'Speech recognition' })
  await hears.getByRole('button', { name: 'Download Words (3 MB)' }).click()
  await expect(hears.getByRole('progressbar', { name: 'Downloading Words' })).toBeVisible()
  await hears.getByRole('button', { name: 'Cancel download' }).click()
  await expect(hears.getByText('The download was canceled.')).toBeVisible()
  held.resolve()
  await hears.getByRole('button', { name: 'Download Words (3 MB)' }).click()
  await expect(hears.getByText('Ready')).toBeVisible()

  const speaks = ann.getByRole('region', { name: 'Text to speech' })
  await speaks.getByRole('button', { name: 'Test' }).click()
  await expect(speaks.getByText('You should hear a sentence now. Voice of Flite')).toBeVisible()

  const thinks = ann.getByRole('region', { name: 'Language model' })
  await thinks.getByRole('button', { name: 'Test' }).click()
  await expect(thinks.getByText(/^Replied after .+: “.+”/)).toBeVisible()

  expect(await axeFaults(ann, { within: '#content' })).toEqual([])
})

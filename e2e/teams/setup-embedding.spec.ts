import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { meaningsModel } from '../../fakes/embedding-model/index.ts'
import { type ModelHub, startModelHub } from '../../fakes/model-hub/index.ts'
import { axeFaults } from '../axe.ts'
import { expect, test as base } from '../test.ts'
import { personIn } from './people.ts'

const test = base.extend<{ readonly hub: ModelHub }>({
  hub: async ({}, provide) => {
    const hub = await startModelHub(meaningsModel().hubFiles)
    await provide(hub)
    await hub.close()
  },
  settings: async ({ hub }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'vee-catalogue-'))
    const catalogue = join(folder, 'embedding.json')
    await writeFile(catalogue, JSON.stringify([meaningsModel().entry]))
    await provide({ EMBEDDING_CATALOGUE: catalogue, MODEL_HUB_URL: hub.url })
    await rm(folder, { recursive: true })
  },
})

test('a host lets a model on the server find what is stored by its meaning', async ({
  browser,
  vee,
  hub,
}) => {
  const held = Promise.withResolvers<void>()
  hub.fail({ holds: held.promise })
  const ann = await personIn(browser, vee.url, 'ann@example.org')
  await ann.goto('/en/host')
  await ann.getByRole('tab', { name: 'Setup' }).click()

  const meaning = ann.getByRole('region', { name: 'Search by meaning' })
  await meaning.getByRole('button', { name: 'Connect a model' }).click()
  const form = ann.getByRole('dialog', { name: 'Search by meaning' })
  await form.getByRole('combobox', { name: 'Protocol' }).selectOption('A model on this server')
  await expect(form.getByText('Nothing leaves this server.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(meaning.getByRole('progressbar', { name: 'Downloading Meanings' })).toBeVisible()
  await meaning.getByRole('button', { name: 'Cancel download' }).click()
  await expect(meaning.getByText('The download was canceled.')).toBeVisible()
  expect(await axeFaults(ann, { within: '#content' })).toEqual([])
  held.resolve()
  await meaning.getByRole('button', { name: 'Download Meanings' }).click()
  await expect(meaning.getByText('in use', { exact: true })).toBeVisible()
})

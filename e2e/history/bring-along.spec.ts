import { strToU8, zipSync } from 'fflate'
import { axeFaults } from '../axe.ts'
import { callAs, personIn, tokenOf } from '../teams/people.ts'
import { expect, test } from '../test.ts'

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const conversation = (number: number) => ({
  title: `Boiler ${number}`,
  create_time: 1_700_000_000 + number,
  conversation_id: `c-${number}`,
  current_node: 'b2',
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['a'] },
    a: {
      parent: 'root',
      message: {
        author: { role: 'user' },
        create_time: 1_700_000_001,
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: `sediment://file_abc${number}` },
            `Why does boiler ${number} knock?`,
          ],
        },
      },
    },
    b1: {
      parent: 'a',
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['Air.'] } },
    },
    b2: {
      parent: 'a',
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['Lime.'] } },
    },
  },
})

/** ChatGPT's export as of 2026: numbered files, a tree, and a picture beside them. */
function chatgptExport(): Buffer {
  return Buffer.from(
    zipSync({
      'conversations-000.json': strToU8(JSON.stringify([conversation(1), conversation(2)])),
      'conversations-001.json': strToU8(JSON.stringify([conversation(3)])),
      'file_abc1-sanitized.png': new Uint8Array(PIXEL),
      'user.json': strToU8('{}'),
    }),
  )
}

test('conversations of another program come along, with branches and pictures, once, and can be undone', async ({
  browser,
  vee,
}) => {
  const ann = await personIn(browser, vee.url, 'ann@example.org')
  await ann.goto('/en/settings#data')
  // The same bytes each time: an archive made later has another time in it.
  const buffer = chatgptExport()
  const choose = async () => {
    const chooser = ann.waitForEvent('filechooser')
    await ann.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'export.zip', mimeType: 'application/zip', buffer })
  }
  await choose()
  await expect(
    ann.getByText(/ChatGPT: 3 conversations, Nov 14, 2023 to Nov 14, 2023\. Files: 3\./),
  ).toBeVisible()
  expect(await axeFaults(ann)).toEqual([])
  await ann.getByRole('checkbox', { name: /^Boiler 3/ }).uncheck()
  await ann.getByRole('button', { name: 'Bring along (2)' }).click()
  await expect(ann.getByText('New messages: 6')).toBeVisible()
  await expect(ann.getByText('Missing files: 1')).toBeVisible()
  await expect(ann.getByRole('list', { name: 'What you brought along' })).toContainText('conversations: 2')

  // The same file adds only what was left out.
  await choose()
  await ann.getByRole('button', { name: 'Bring along (3)' }).click()
  await expect(ann.getByText('New messages: 3')).toBeVisible()

  await ann.keyboard.press('Control+b')
  await ann.getByRole('button', { name: /^Boiler 1/ }).click()
  await expect(ann.getByRole('log')).toContainText('Lime.')
  await expect(ann.getByRole('log').getByRole('button', { name: 'Open sanitized.png' })).toBeVisible()

  await ann.goto('/en/settings#data')
  await ann.getByRole('button', { name: /^Undo: ChatGPT/ }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(ann.getByRole('list', { name: 'What you brought along' })).toHaveCount(0)
  await expect(ann.getByRole('button', { name: /^Boiler/ })).toHaveCount(0)
})

test("documents of Claude's projects become files of a project, once", async ({ browser, vee }) => {
  const cy = await personIn(browser, vee.url, 'cy@example.org')
  const conversations = [
    {
      uuid: 'c1',
      name: 'Roof',
      created_at: '2025-01-01T00:00:00Z',
      chat_messages: [{ uuid: 'm1', sender: 'human', text: 'Hello', created_at: '2025-01-01T00:00:00Z' }],
    },
  ]
  const project = {
    uuid: 'p1',
    name: 'House',
    description: '',
    is_starter_project: false,
    prompt_template: 'Answer in metres.',
    docs: [
      {
        uuid: 'd1',
        filename: 'plan.pdf',
        content: 'The roof is 12 m long.',
        created_at: '2025-01-01T00:00:00Z',
      },
      { uuid: 'd2', filename: 'notes.md', content: '# Notes', created_at: '2025-01-01T00:00:00Z' },
      { uuid: 'd3', filename: 'damaged.md', content: null },
    ],
  }
  const buffer = Buffer.from(
    zipSync({
      'conversations.json': strToU8(JSON.stringify(conversations)),
      'projects.json': strToU8(JSON.stringify([project])),
    }),
  )
  await cy.goto('/en/settings#data')
  const add = async () => {
    const chooser = cy.waitForEvent('filechooser')
    await cy.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'data.zip', mimeType: 'application/zip', buffer })
    const documents = cy.getByRole('list', { name: 'Documents of projects' })
    await expect(documents).toContainText('House · Files: 2')
    await documents.getByRole('button', { name: 'Add House' }).click()
    await expect(documents.getByText('Added')).toBeVisible()
  }
  await add()
  expect(await axeFaults(cy)).toEqual([])
  await add()
  const call = callAs(vee.url, await tokenOf(vee.url, 'cy@example.org'))
  expect((await call('GET', '/projects')).items).toMatchObject([
    { name: 'House', instructions: 'Answer in metres.' },
  ])
  const { items } = await call('GET', '/knowledge?ownerKind=project')
  expect(items).toMatchObject([{ name: 'House', fileCount: 2 }])
  const files = (await call('GET', `/knowledge/${items[0].id}/files`)).items
  expect(files.map(({ name }: { name: string }) => name).toSorted()).toEqual(['notes.md', 'plan.pdf.txt'])
})

test('what is no export is named, and changes nothing', async ({ browser, vee }) => {
  const bob = await personIn(browser, vee.url, 'bob@example.org')
  await bob.goto('/en/settings#data')
  for (const [name, content, text] of [
    ['notes.json', '{"title":"x"}', 'There are no conversations in it that Vee can read.'],
    ['broken.zip', 'PK\u0003\u0004 and then nothing', 'There are no conversations in it that Vee can read.'],
  ] as const) {
    const chooser = bob.waitForEvent('filechooser')
    await bob.getByRole('button', { name: 'Choose a file' }).click()
    await (
      await chooser
    ).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
    await expect(bob.getByRole('alert')).toContainText(text)
  }
})

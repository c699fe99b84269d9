import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAgent } from '../agents/agent-page.ts'
import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'

test.use({ isShared: true })

const INPUTS = join(import.meta.dirname, 'inputs')

test('transcripts are imported as their programs write them', async ({ page }) => {
  const screen = await openAgent(page, 'meeting_summarizer', 'Meetings')
  const transcript = screen.getByRole('region', { name: 'Transcript' })
  const expectLines = async (name: string, lines: readonly string[]) =>
    test.step(name, async () => {
      const buffer = await readFile(join(INPUTS, name))
      await screen.getByLabel('Import', { exact: true }).setInputFiles({ name, mimeType: '', buffer })
      await expect(transcript.getByRole('listitem')).toHaveCount(lines.length)
      for (const [index, line] of lines.entries())
        await expect(transcript.getByRole('listitem').nth(index)).toContainText(line)
      await screen.getByRole('button', { name: 'All meetings' }).click()
    })

  await expectLines('x22-rolling-captions.vtt', [
    'hello and thanks for coming',
    'first the garden',
    'ann has the list',
  ])
  await expectLines('x22b-lines-of-spaces.srt', ['First line', 'Second line', 'Third line'])
  await expectLines('x22c-no-blank-lines.srt', ['First line', 'Second line', 'Third line'])
  await expectLines('x22d-names.vtt', ['Ann Lee (she/her)', 'José O', '田中', 'One thing: we need a plan.'])
  for (const name of ['x24-whisper-cpp', 'x24b-chunks', 'x24c-utterances-ms', 'x24d-results-utterances'])
    await expectLines(`${name}.json`, ['Good morning.', 'Travel is 400.'])
})

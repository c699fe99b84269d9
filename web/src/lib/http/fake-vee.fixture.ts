import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { startFakeVee, type FakeVee } from '../../../../fakes/vee/index.ts'

/** Runs each test with a separate fake server and the English texts, and unmounts everything afterwards. */
export function withFakeVee(begin: (vee: FakeVee) => void, loadTexts = loadLazyTexts): void {
  let vee: FakeVee | undefined
  beforeEach(async () => {
    await switchTexts('en')
    await loadTexts()
    vee = await startFakeVee()
    begin(vee)
  })
  afterEach(async () => {
    cleanup()
    await vee?.close()
  })
}

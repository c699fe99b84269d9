import type { Upstream } from '../../fakes/upstream/index.ts'
import type { Page } from '../test.ts'
import type { Vee } from '../vee.ts'

/** Who is looking: nobody known, the holder of the passphrase, or somebody with an account. */
export type Visitor = 'guest' | 'global' | 'member'

export interface Props {
  readonly page: Page
  readonly upstream: Upstream
  readonly vee: Vee
}

/** A screen with something on it, as somebody in front of it would have it. */
export interface Stage {
  readonly name: string
  readonly visitor: Visitor
  /** a selector of what is new here; the rest of the page is that of another stage */
  readonly within?: string
  /** begins where the stage before it has ended, on the same page; else on a page of its own */
  readonly goesOn?: true
  readonly show: (props: Props) => Promise<unknown>
}

export const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
export const lastReply = (page: Page) => page.getByRole('log').getByRole('article').last()

export async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

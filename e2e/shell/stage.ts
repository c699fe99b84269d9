import type { Upstream } from '../../fakes/upstream/index.ts'
import type { Page } from '../test.ts'
import type { Vee } from '../vee.ts'

/** The kind of user: a visitor, a passphrase holder, or a member. */
export type Visitor = 'guest' | 'global' | 'member'

export interface Props {
  readonly page: Page
  readonly upstream: Upstream
  readonly vee: Vee
}

/** A screen with content for a check. */
export interface Stage {
  readonly name: string
  readonly visitor: Visitor
  /** selector of the new part; the rest of the page belongs to another stage */
  readonly within?: string
  /** continues the previous stage on the same page; otherwise on a separate page */
  readonly goesOn?: true
  readonly show: (props: Props) => Promise<unknown>
}

export const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
export const lastReply = (page: Page) => page.getByRole('log').getByRole('article').last()

export async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

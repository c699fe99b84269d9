import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@vee/contract/time/durations'
import type { Conversation } from '@vee/contract/entities/conversation'
import type { Meeting } from '@vee/contract/entities/meeting'
import {
  type HiddenPart,
  MAX_LINKS,
  type NewShareLink,
  type SecretWarning,
  type SharedItem,
  SHARED_PAGE_ITEMS,
  type ShareLink,
} from '@vee/contract/http/links'
import { findSecrets } from '@vee/contract/text/find-secrets'
import { findUser } from '#db/queries/accounts/users.ts'
import { findConversation } from '#db/queries/conversations/conversations.ts'
import {
  countView,
  findLink,
  findLinkByToken,
  inLinksTransaction,
  insertLink,
  type ListedLinkRow,
  listLinkPolicies,
  listOpenLinks,
  purgeLinks,
  type ShareLinkRow,
  updateLink,
} from '#db/queries/organizations/share-links.ts'
import { ownsShareable } from '#db/queries/organizations/shares.ts'
import { listAgentNames } from '#db/queries/custom-agents.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, hashOfToken, presentUser } from '../accounts/index.ts'
import { sharerId } from './shares.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import type { Counters } from '../money/rate-limits/counters.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
import { appendAuditEntry, memberAccessIn } from '../organizations/index.ts'
import {
  type SharedContent,
  readSnapshot,
  snapshotOf,
  type SharedView,
  shownTitle,
  textsOf,
  sharedViewOf,
} from './shared-view.ts'

/** Snapshots of one member together, in bytes. */
const MAX_SNAPSHOTS_BYTES = 50_000_000
/** Time for which a revoked or ended link is known to its owner. */
const KNOWN_MS = 90 * DAY_MS
/** Wrong tokens from one address a minute; a token cannot be guessed, and nobody has to try. */
const MISSES_PER_MINUTE = 60

export interface ShareLinksDependencies {
  readonly database: Database
  readonly counters: Counters
  /** the URL at which users reach this server; undefined: that of the request */
  readonly publicUrl: string | undefined
  /** whether the host allows links at all */
  readonly allowsShareLinks: boolean
  readonly conversations: { get(id: string, query: object, caller: Caller): Promise<Conversation> }
  readonly meetings: { get(id: string, caller: Caller): Promise<Meeting> }
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface LinkedThing {
  readonly kind: ShareLinkRow['kind']
  readonly id: string
}

interface LinkWishes {
  readonly title?: string | undefined
  readonly expiresInDays: number | null
  readonly follows: boolean
  readonly hides: ShareLink['hides']
  readonly allowsCopy: boolean
}

type LinkChange = Partial<{
  [Field in Exclude<keyof LinkWishes, 'follows'>]: LinkWishes[Field] | undefined
}>

/**
 * Links with which anyone can read a member's conversation or meeting. Throws FORBIDDEN for callers without a personal account,
 * and where the host or one of the member's organizations forbids links; NOT_FOUND for what is not the caller's.
 */
export interface ShareLinks {
  /** The links to one thing, newest first, with what its text contains that is rarely meant to be published. */
  listFor(
    thing: LinkedThing,
    caller: Caller,
  ): Promise<{ readonly items: ShareLink[]; readonly warnings: SecretWarning[] }>
  list(caller: Caller): Promise<ShareLink[]>
  /** Throws STORAGE_FULL at the limits of links and of what they keep. `origin` is the URL of the request. */
  make(thing: LinkedThing, wishes: LinkWishes, caller: Caller, origin: string): Promise<NewShareLink>
  change(id: string, change: LinkChange, caller: Caller): Promise<ShareLink>
  revoke(id: string, caller: Caller): Promise<void>
  /** Returns a page of what a link shows; the first page counts as a view. Throws NOT_FOUND, always the same. */
  read(token: string, cursor: string | undefined, caller: Caller): Promise<SharedItem>
  /** Returns what a preview of the link may say; undefined if it does not open. */
  preview(token: string): Promise<{ readonly title: string } | undefined>
  /** Deletes links that nobody needs anymore. */
  purge(): Promise<void>
}

export function createShareLinks(dependencies: ShareLinksDependencies): ShareLinks {
  const { database, counters, publicUrl, allowsShareLinks, now } = dependencies
  const limiter = new Limiter(counters, now)

  async function assertAllowed(caller: Caller): Promise<void> {
    const userId = sharerId(caller)
    if (!allowsShareLinks) throw new DomainError('FORBIDDEN', 'The host of this server does not allow links.')
    const policies = await listLinkPolicies(database, userId)
    if (policies.some(({ allows_links }) => allows_links === 0))
      throw new DomainError('FORBIDDEN', 'Your team does not allow links.')
  }

  async function readOwn({ kind, id }: LinkedThing, owner: Caller): Promise<SharedContent> {
    if (kind === 'conversation')
      return { kind, conversation: await dependencies.conversations.get(id, { isOpened: false }, owner) }
    // A colleague's meeting can be read, and is not for the reader to publish.
    if (!(await ownsShareable(database, { kind, id, ownerId: owner.id }))) throw notFound(kind)
    return { kind, meeting: await dependencies.meetings.get(id, owner) }
  }

  async function audit(
    action: 'link.made' | 'link.changed' | 'link.revoked',
    { kind, ref }: Pick<ShareLinkRow, 'kind' | 'ref'>,
    caller: Caller,
    transaction: Database,
  ): Promise<void> {
    for (const { id } of await listLinkPolicies(transaction, caller.id)) {
      const access = await memberAccessIn(transaction, caller, id, 'member')
      await appendAuditEntry(transaction, access, now(), { action, target: `${kind} ${ref}` })
    }
  }

  /** Returns an open link with its owner; undefined for every other token. */
  async function openLink(token: string) {
    if (!allowsShareLinks || !/^[\w-]{20,100}$/.test(token)) return undefined
    const row = await findLinkByToken(database, hashOfToken(token), now())
    const user = row && (await findUser(database, row.user_id))
    if (!row || !user) return undefined
    const policies = await listLinkPolicies(database, user.id)
    if (policies.some(({ allows_links }) => allows_links === 0)) return undefined
    const owner: Caller = {
      kind: 'member',
      id: user.id,
      ip: '',
      user: presentUser(user, now()),
      tokenProvider: 'local',
    }
    return { row, owner }
  }

  const isThere = async ({ kind, ref: id, user_id }: ShareLinkRow): Promise<boolean> =>
    kind === 'conversation'
      ? (await findConversation(database, { userId: user_id, id })) !== undefined
      : ownsShareable(database, { kind, id, ownerId: user_id })

  /** Returns what an open link shows now. Deleting what it shows ends it, also a snapshot. */
  async function shownBy(
    row: ShareLinkRow,
    owner: Caller,
  ): Promise<{ readonly title: string; readonly view: SharedView } | undefined> {
    try {
      if (row.snapshot !== null && !(await isThere(row))) return undefined
      const content =
        row.snapshot === null
          ? await readOwn({ kind: row.kind, id: row.ref }, owner)
          : readSnapshot(row.snapshot)
      const hiddenParts = new Set(hiddenPartsOf(row))
      return {
        title: shownTitle(row.title, content, hiddenParts),
        view: sharedViewOf(content, hiddenParts),
      }
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
      throw error
    }
  }

  return {
    async listFor(thing, caller) {
      await assertAllowed(caller)
      const view = sharedViewOf(await readOwn(thing, caller), NOTHING)
      const query = { userId: caller.id, now: now(), kind: thing.kind, ref: thing.id }
      return {
        items: (await listOpenLinks(database, query)).map(presentLink),
        warnings: findSecrets(textsOf(view)),
      }
    },

    async list(caller) {
      return (await listOpenLinks(database, { userId: sharerId(caller), now: now() })).map(presentLink)
    },

    async make(thing, { title, expiresInDays, follows, hides, allowsCopy }, caller, origin) {
      await assertAllowed(caller)
      const content = await readOwn(thing, caller)
      const ownTitle = content.kind === 'meeting' ? content.meeting.title : content.conversation.title
      const token = randomBytes(24).toString('base64url')
      const snapshot = follows ? null : snapshotOf(content)
      const row: ShareLinkRow = {
        id: randomUUID(),
        user_id: caller.id,
        kind: thing.kind,
        ref: thing.id,
        title: title ?? (ownTitle.slice(0, 200).trim() || '–'),
        token_hash: hashOfToken(token),
        snapshot,
        snapshot_bytes: snapshot === null ? 0 : Buffer.byteLength(snapshot),
        hides: JSON.stringify(hides),
        allows_copy: allowsCopy ? 1 : 0,
        expires_at: endOf(expiresInDays, now()),
        revoked_at: null,
        views: 0,
        last_viewed_at: null,
        created_at: now(),
      }
      await inLinksTransaction(database, caller.id, async (transaction) => {
        const others = await listOpenLinks(transaction, { userId: caller.id, now: now() })
        const bytes = others.reduce((sum, { snapshot_bytes }) => sum + snapshot_bytes, row.snapshot_bytes)
        if (others.length >= MAX_LINKS || bytes > MAX_SNAPSHOTS_BYTES)
          throw new DomainError(
            'STORAGE_FULL',
            'There is no room for another link. Revoke links that are not needed.',
          )
        if (!(await insertLink(transaction, row))) throw notFound(thing.kind)
        await audit('link.made', row, caller, transaction)
      })
      return {
        ...presentLink(row),
        token,
        url: `${publicUrl ?? origin}/shared/${token}`,
        warnings: findSecrets(textsOf(sharedViewOf(content, new Set(hides)))),
      }
    },

    async change(id, { title, expiresInDays, hides, allowsCopy }, caller) {
      await assertAllowed(caller)
      return inLinksTransaction(database, caller.id, async (transaction) => {
        const before = await ownLink(id, caller, transaction)
        if (before.revoked_at !== null) throw notFound('link')
        const change = {
          ...(title !== undefined && { title }),
          ...(expiresInDays !== undefined && { expires_at: endOf(expiresInDays, now()) }),
          ...(hides !== undefined && { hides: JSON.stringify(hides) }),
          ...(allowsCopy !== undefined && { allows_copy: allowsCopy ? (1 as const) : (0 as const) }),
        }
        if (Object.keys(change).length > 0) {
          await updateLink(transaction, before, change)
          await audit('link.changed', before, caller, transaction)
        }
        return presentLink({ ...before, ...change })
      })
    },

    async revoke(id, caller) {
      await inLinksTransaction(database, caller.id, async (transaction) => {
        const row = await ownLink(id, caller, transaction)
        if (row.revoked_at !== null) return
        await updateLink(transaction, row, { revoked_at: now(), snapshot: null, snapshot_bytes: 0 })
        await audit('link.revoked', row, caller, transaction)
      })
    },

    async read(token, cursor, caller) {
      const link = await openLink(token)
      const shown = link && (await shownBy(link.row, link.owner))
      if (!link || !shown) {
        await limiter.use({
          key: `unknown links ${caller.ip}`,
          limit: MISSES_PER_MINUTE,
          window: MINUTE_MS,
          message: 'Too many links that do not open. Try again shortly.',
        })
        throw notFound('link')
      }
      const { row, owner } = link
      if (cursor === undefined) await countView(database, row.id, now())
      const hides = new Set(hiddenPartsOf(row))
      const names = hides.has('names') ? [] : await listAgentNames(database, owner.id)
      const user = owner.kind === 'member' ? owner.user : undefined
      return {
        title: shown.title,
        kind: row.kind,
        sharedBy: hides.has('names') ? null : user?.displayName || null,
        createdAt: new Date(row.created_at).toISOString(),
        allowsCopy: row.allows_copy === 1,
        ...pageOf(shown.view, Number(cursor ?? 0), names),
      }
    },

    async preview(token) {
      const link = await openLink(token)
      if (!link) return undefined
      // Only the titles of meetings contain names that links hide.
      if (link.row.kind === 'conversation')
        return (await isThere(link.row)) ? { title: link.row.title } : undefined
      const shown = await shownBy(link.row, link.owner)
      return shown && { title: shown.title }
    },

    async purge() {
      await purgeLinks(database, now() - KNOWN_MS)
    },
  }
}

async function ownLink(id: string, caller: Caller, from: Database): Promise<ListedLinkRow> {
  const row = await findLink(from, sharerId(caller), id)
  if (!row) throw notFound('link')
  return row
}

const NOTHING: ReadonlySet<HiddenPart> = new Set()

const hiddenPartsOf = ({ hides }: Pick<ShareLinkRow, 'hides'>) => JSON.parse(hides) as HiddenPart[]

const endOf = (days: number | null, nowMs: number) => (days === null ? null : nowMs + days * DAY_MS)

/** Returns one page, oldest first. A meeting's minutes are on every page; its lines are not. */
function pageOf(
  view: SharedView,
  from: number,
  names: readonly { readonly id: string; readonly name: string }[],
): Pick<SharedItem, 'messages' | 'meeting' | 'nextCursor' | 'agentNames'> {
  const entries = view.kind === 'conversation' ? view.messages : view.meeting.transcriptLines
  const end = from + SHARED_PAGE_ITEMS
  const nextCursor = end < entries.length ? String(end) : null
  if (view.kind === 'meeting') {
    const { transcriptLines } = view.meeting
    const meeting = { ...view.meeting, transcriptLines: transcriptLines.slice(from, end) }
    return { meeting, nextCursor, agentNames: {} }
  }
  const messages = view.messages.slice(from, end)
  const shownAgents = new Set(messages.map(({ agentId }) => agentId))
  const agentNames = Object.fromEntries(
    names.filter(({ id }) => shownAgents.has(id)).map(({ id, name }) => [id, name]),
  )
  return { messages, nextCursor, agentNames }
}

const presentLink = (row: ListedLinkRow & Partial<Pick<ShareLinkRow, 'snapshot'>>): ShareLink => ({
  id: row.id,
  kind: row.kind,
  ref: row.ref,
  title: row.title,
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  follows: row.snapshot_bytes === 0,
  hides: hiddenPartsOf(row),
  allowsCopy: row.allows_copy === 1,
  views: row.views,
  lastViewedAt: row.last_viewed_at === null ? null : new Date(row.last_viewed_at).toISOString(),
  createdAt: new Date(row.created_at).toISOString(),
})

import {
  deleteAccount,
  deleteOtherSessions,
  deleteSession,
  exportAccount,
  listSessions,
  patchProfile,
} from '@vee/contract/http/accounts/account'
import type { SessionList } from '#domain/accounts/index.ts'
import { ARCHIVE_TYPE, getAccountArchive, postAccountArchive } from '@vee/contract/http/accounts/archive'
import type { AccountArchive, Profile } from '#domain/profile/index.ts'
import { download, empty, json, route, type Route } from '#serving/route.ts'

export const accountRoutes = (
  profile: Profile,
  sessions: SessionList,
  archive: AccountArchive,
): readonly Route[] => [
  route(patchProfile, async ({ body: { displayName }, caller }) =>
    json({ user: await profile.rename(displayName, caller) }),
  ),
  route(listSessions, async ({ caller, token = '' }) =>
    json({ sessions: await sessions.list(caller, token) }),
  ),
  route(deleteSession, async ({ params: { id }, caller }) => {
    await sessions.end(id, caller)
    return empty()
  }),
  route(deleteOtherSessions, async ({ caller, token = '' }) => {
    await sessions.endOthers(caller, token)
    return empty()
  }),
  route(exportAccount, async ({ caller }) =>
    download(await profile.export(caller), 'vee-account.json', 'application/json'),
  ),
  route(getAccountArchive, async ({ caller }) =>
    download(await archive.download(caller), 'vee-archive.zip', ARCHIVE_TYPE),
  ),
  route(postAccountArchive, async ({ file, caller, signal }) =>
    json(await archive.restore(file.stream, caller, signal)),
  ),
  route(deleteAccount, async ({ body: { email, password }, token, caller }) => {
    await profile.delete({ email, password, token }, caller)
    return empty()
  }),
]

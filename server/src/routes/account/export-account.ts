import { exportAccount } from '@vee/contract/http/account'
import type { Profile } from '#domain/profile/index.ts'
import { download, route } from '../route.ts'

export const exportAccountRoute = (account: Profile) =>
  route(exportAccount, async ({ caller }) =>
    download(await account.export(caller), 'vee-account.json', 'application/json'),
  )

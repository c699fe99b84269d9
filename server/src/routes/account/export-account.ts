import { exportAccount } from '@vee/contract/http/account'
import type { OwnAccount } from '#domain/own-account/index.ts'
import { download, route } from '../route.ts'

export const exportAccountRoute = (account: OwnAccount) =>
  route(exportAccount, async ({ caller }) =>
    download(await account.export(caller), 'vee-account.json', 'application/json'),
  )

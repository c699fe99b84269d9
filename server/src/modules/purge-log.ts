import type { FastifyBaseLogger } from 'fastify'
import type { PurgedFiles } from '#domain/storage/purge-sealed-files.ts'

/**
 * Returns a function that logs what a purge did with the sealed files of a folder. Files that it left are logged once
 * per number of them.
 */
export function purgeLogger(log: FastifyBaseLogger, folder: string): (purged: PurgedFiles) => void {
  let left = 0
  return (purged) => {
    const { discarded, restored, deleted } = purged
    if (discarded + restored + deleted > 0)
      log.info({ folder, discarded, restored, deleted }, 'sealed files purged')
    if (purged.left > 0 && purged.left !== left)
      log.warn(
        { folder, files: purged.left },
        'the database is empty or younger than sealed files that it does not name; they are left where they are',
      )
    left = purged.left
  }
}

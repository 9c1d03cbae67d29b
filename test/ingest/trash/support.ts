/** A house with a library of real files, in which scans and purges really run. */
import { dialect } from '../../../src/platform/db/dialect'
import { trashJobs } from '../../../src/ingest/trash/jobs'
import { giveUpPurge } from '../../../src/ingest/trash/purge'
import { sql } from 'drizzle-orm'
import { openScanHouse, type ScanHouse, untilEnded } from '../scanning/support'

export async function openTrashHouse(): Promise<ScanHouse> {
  const house = await openScanHouse()
  for (const [kind, handler] of Object.entries(trashJobs(house.ctx))) {
    house.engine.register(kind, handler, { slots: 1, onFailed: giveUpPurge(house.ctx) })
  }
  if (dialect === 'sqlite') {
    // The store of a test lies elsewhere than its settings say.
    const [file] = await house.ctx.db.rows<{ file: string }>(
      sql`select file from pragma_database_list where name = 'main'`,
    )
    Object.assign(house.ctx.config.database.sqlite, { path: file!.file })
  }
  return house
}

export const purged = (house: ScanHouse, id: string) => untilEnded(house, `/purges/${id}`)

/**
 * Stops a process whose connection to PostgreSQL was lost while a newer version migrated the
 * database to a schema that this version cannot use. Migrations wait for processes that are still
 * connected.
 */
import type { Context } from '../../context'
import { MigrationRefused } from '../../platform/db/migrations/migrate'
import { planMigration } from '../../platform/db/open'
import type { CancelTimer } from '../../platform/lib/clock'
import { serverLogMessages } from '../messages'

const retryMs = 2_000

/**
 * Returns a function that stops watching. The listening connection is closed together with the
 * database.
 */
export async function watchSchema(
  { config, listen, log, clock }: Pick<Context, 'config' | 'listen' | 'log' | 'clock'>,
  onRefused: (refusal: MigrationRefused) => void,
): Promise<() => void> {
  if (config.database.type === 'sqlite') return () => undefined
  let isStopped = false
  let cancelRetry: CancelTimer | undefined
  const check = async (isRetry = false) => {
    try {
      await planMigration(config)
    } catch (error) {
      if (isStopped) return
      if (error instanceof MigrationRefused) {
        onRefused(error)
        return
      }
      // The listening connection may already be restored, so nothing else would call this again.
      if (!isRetry) log.warn({ err: error }, serverLogMessages.schema_unchecked())
      cancelRetry?.()
      cancelRetry = clock.after(retryMs, () => check(true))
    }
  }
  await listen(
    'schema',
    () => undefined,
    () => void check(),
  )
  // The connections may have been lost after the schema was read and before watching started.
  await check()
  return () => {
    isStopped = true
    cancelRetry?.()
  }
}

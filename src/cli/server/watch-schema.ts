/**
 * Stops a process that was cut off from PostgreSQL while a newer version changed the database in a
 * way that this version cannot use. Otherwise, migrations wait until it has stopped.
 */
import type { Context } from '../../context'
import { MigrationRefused } from '../../platform/db/migrations/migrate'
import { planMigration } from '../../platform/db/open'
import { serverLogMessages } from '../messages'

export async function watchSchema(
  { config, listen, log }: Pick<Context, 'config' | 'listen' | 'log'>,
  onRefused: (refusal: MigrationRefused) => void,
): Promise<void> {
  if (config.database.type === 'sqlite') return
  const check = async () => {
    try {
      await planMigration(config)
    } catch (error) {
      if (error instanceof MigrationRefused) onRefused(error)
      // If that connection was lost, too, this is called again when it is back.
      else log.warn({ err: error }, serverLogMessages.schema_unchecked())
    }
  }
  await listen(
    'schema',
    () => undefined,
    () => void check(),
  )
  // The connections may have been lost after the schema was read, and before it was watched.
  await check()
}

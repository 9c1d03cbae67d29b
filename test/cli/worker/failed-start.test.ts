/** A server whose connections PostgreSQL ends while it starts. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { endChildren, run } from './children'
import { newInstallation, readOptions } from './processes'

setDefaultTimeout(60_000)
afterEach(endChildren)

describe.skipIf(dialect === 'sqlite')('a server that loses the database', () => {
  test.each([
    ['before it handles requests', 'insert on setup_tokens'],
    ['before its services run', 'update on scans'],
  ])('%s exits, and says why', async (_, statement) => {
    const installation = await newInstallation({ SERVICE_JOBS__WORKER: 'false' }, { isEmpty: true })
    const client = connectPostgres(readOptions(installation))
    await client.unsafe(`
      create function end_all() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'quire %';
        return new;
      end $$;
      create trigger lose before ${statement} for each statement execute function end_all()`)
    await client.end()
    const { child } = await run(installation, ['serve'])
    expect(await child.exited).toBe(69)
    expect(await new Response(child.stderr).text()).toContain('PostgreSQL database cannot be used')
  })
})

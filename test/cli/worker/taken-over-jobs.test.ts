/** Jobs of a process that was killed run in the next one. */
import { expect, test } from 'bun:test'
import { openAppContext } from '../../../src/cli/server/app-context'
import { dialect } from '../../../src/platform/db/dialect'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'
import { jobs } from '../../../src/platform/jobs/schema'
import { createSqliteConfig, silentLog } from '../../admin/backup/databases'

const orphan = defineJob('orphan')

// On PostgreSQL, the process may be another one that could not renew its lease.
test.if(dialect === 'sqlite')('a new worker takes them over at once', async () => {
  const config = createSqliteConfig()
  const first = await openAppContext(config, silentLog, { creates: true })
  await first.ctx.write((tx) =>
    tx.insert(jobs).values({
      kind: orphan.kind,
      payload: {},
      state: 'running',
      runAt: new Date(),
      attempts: 1,
      owner: Bun.randomUUIDv7(),
      leaseUntil: new Date(Date.now() + 30_000),
    }),
  )
  await first.close()
  const pipe = { send: () => undefined, receive: () => undefined }
  const { engine, close } = await openAppContext(config, silentLog, { pipe })
  const ran: number[] = []
  engine.register([handleJob(orphan, async ({ attempts }) => void ran.push(attempts))])
  await engine.start()
  await engine.idle()
  expect(ran).toEqual([2])
  await close()
})

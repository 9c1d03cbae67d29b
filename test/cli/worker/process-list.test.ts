/** Real servers and workers in the list of processes. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import type { Finding } from '../../../src/cli/doctor/doctor-finding'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { Client } from '../../bench/support/server'
import { waitUntil } from '../../support/wait-until'
import { end, endChildren, run, serve } from './children'
import { type Installation, newInstallation, readOptions, remove, start } from './processes'

setDefaultTimeout(90_000)
afterEach(endChildren)

interface Listed {
  kind: string
  pid: number
  jobKinds: string[]
  watchesFolders: boolean
}

/** As after a crash two minutes ago. */
async function addMissing(installation: Installation) {
  const client = connectPostgres(readOptions(installation))
  await client`insert into processes (id, kind, host, pid, version, job_kinds, started_at, seen_at)
    values (${Bun.randomUUIDv7()}, 'worker', 'away', 4711, '0.2.0', '[]', now(),
      now() - interval '2 minutes')`
  await client.end()
}

async function findProcessFinding(installation: Installation) {
  const { child } = await run(installation, ['doctor', '--json'])
  const { findings } = (await new Response(child.stdout).json()) as { findings: Finding[] }
  return findings.find(({ check }) => check === 'processes')
}

test('lists each process until it stops', async () => {
  const installation = await newInstallation({}, { isEmpty: true })
  const server = await start(installation)
  try {
    const client = await Client.signIn(server.url)
    const list = async (): Promise<Listed[]> => client.need('GET', '/admin/processes')
    const first = { kind: 'serve', pid: server.pid, watchesFolders: true }
    await waitUntil(async () => (await list()).some((each) => each.watchesFolders))
    expect(await list()).toContainEqual(expect.objectContaining(first))
    if (dialect === 'sqlite') return

    const kinds = { SERVICE_JOBS__KINDS: 'hash_books' }
    const { child: worker } = await run(installation, ['worker'], kinds)
    const second = await serve(installation)
    const others = [
      { kind: 'worker', pid: worker.pid, jobKinds: ['hash_books'], watchesFolders: false },
      { kind: 'serve', pid: second.pid, jobKinds: [], watchesFolders: false },
    ]
    const findOthers = async () =>
      (await list()).filter(({ pid }) => others.some((each) => each.pid === pid))
    await waitUntil(async () => (await findOthers()).length === 2)
    expect(await findOthers()).toEqual(
      expect.arrayContaining(others.map((each) => expect.objectContaining(each))),
    )
    await end(worker)
    await end(second)
    await addMissing(installation)
    expect(await findProcessFinding(installation)).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('quire worker on away (process 4711)'),
    })
    expect(await findOthers()).toEqual([])
  } finally {
    await remove(installation, server)
  }
})

/** `quire worker` runs jobs of servers that do not start a worker of their own. PostgreSQL only. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { resolve } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import { Client, isRunning, findWorker } from '../../bench/support/server'
import { programCommand } from '../../support/program'
import { waitUntil } from '../../support/wait-until'
import {
  countBooks,
  findLibraryId,
  findScan,
  isIdle,
  newInstallation,
  remove,
  start,
} from './processes'

setDefaultTimeout(180_000)

const main = resolve(import.meta.dir, '../../../src/main.ts')

const spawnWorker = (env: Record<string, string>) =>
  Bun.spawn([...programCommand, 'worker'], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })

test.if(dialect === 'sqlite')('is refused with SQLite', async () => {
  const child = spawnWorker({ SERVICE_DATABASE__TYPE: 'sqlite' })
  expect(await new Response(child.stderr).text()).toContain('needs PostgreSQL')
  expect(await child.exited).toBe(78)
})

test.if(dialect === 'sqlite')('a server on SQLite must start its own worker', async () => {
  const env = { SERVICE_JOBS__WORKER: 'false' }
  const child = Bun.spawn([process.execPath, main, 'config', 'check'], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect(output.join('')).toContain('jobs.worker')
  expect(await child.exited).toBe(78)
})

test.if(dialect === 'sqlite')('kinds of jobs can be chosen only with PostgreSQL', async () => {
  const child = Bun.spawn([process.execPath, main, 'config', 'check'], {
    env: { ...process.env, SERVICE_JOBS__KINDS: 'scan_library' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = [child.stdout, child.stderr].map((stream) => new Response(stream).text())
  expect((await Promise.all(output)).join('')).toContain('jobs.kinds can be set only')
  expect(await child.exited).toBe(78)
})

test.if(dialect === 'postgres')('runs only the chosen kinds of jobs', async () => {
  const installation = await newInstallation({ SERVICE_JOBS__WORKER: 'false' })
  const server = await start(installation)
  const workers: ReturnType<typeof spawnWorker>[] = []
  const spawnFor = (kinds: string) => {
    const worker = spawnWorker({ ...installation.env, SERVICE_JOBS__KINDS: kinds })
    workers.push(worker)
    return worker
  }
  try {
    const unknown = spawnFor('scan_library,mow_lawns')
    expect(await new Response(unknown.stderr).text()).toContain('jobs.kinds: unknown: mow_lawns')
    expect(await unknown.exited).toBe(78)
    const client = await Client.signIn(server.url)
    spawnFor('[scan_library]')
    await waitUntil(async () => (await findScan(client))?.status === 'completed')
    // If it ran other kinds, it would have begun with them before another scan is completed.
    const { id } = await findScan(client)
    await client.need('POST', `/libraries/${await findLibraryId(client)}/scan`, {})
    await waitUntil(async () => {
      const scan = await findScan(client)
      return scan.id !== id && scan.status === 'completed'
    })
    const listThumbnailStates = async () =>
      (await client.need('GET', '/tasks?taskType=make_thumbnails')).data.map(
        ({ status }: { status: string }) => status,
      )
    expect(new Set(await listThumbnailStates())).toEqual(new Set(['pending']))
    spawnFor('make_thumbnails')
    await waitUntil(async () => (await listThumbnailStates()).includes('completed'))
  } finally {
    for (const worker of workers) if (isRunning(worker.pid)) worker.kill('SIGKILL')
    await remove(installation, server)
  }
})

test.if(dialect === 'postgres')('runs the jobs of a server that starts no worker', async () => {
  const installation = await newInstallation({ SERVICE_JOBS__WORKER: 'false' })
  const server = await start(installation)
  const worker = spawnWorker(installation.env)
  try {
    const client = await Client.signIn(server.url)
    await waitUntil(async () => (await findScan(client))?.status === 'completed')
    await waitUntil(() => isIdle(client))
    expect(await countBooks(client)).toBe(installation.bookCount)
    expect(findWorker(server)).toBeUndefined()
    worker.kill('SIGTERM')
    expect(await worker.exited).toBe(0)
    expect(await new Response(worker.stdout).text()).toContain('started worker')
  } finally {
    if (isRunning(worker.pid)) worker.kill('SIGKILL')
    await remove(installation, server)
  }
})

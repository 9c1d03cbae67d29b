/**
 * Simulates a disk that stops responding: a FUSE file system without a server is mounted over a
 * library folder, so that all access to it blocks. Prints the time of each request and the longest
 * delay of other requests. Exits with 1 if the server stopped responding. Requires root and
 * /dev/fuse: `bun test/crash/hanging-disk.ts [--binary dist/quire]`.
 */
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { waitUntilIdle, waitForScan } from '../bench/support/scans'
import { type Answer, Client, createFolder, startServer } from '../bench/support/server'
import { findFreePort } from '../support/free-port'
import { makeShelf } from '../support/make/shelves'

const { values } = parseArgs({ options: { binary: { type: 'string' } } })
const { binary } = values
const timeoutMs = 120_000
/** Requests that access the blocked disk must get a response within this time. */
const answerMs = 20_000
const is =
  (...statuses: number[]) =>
  ({ status }: Answer) =>
    statuses.includes(status)
const standstillMs = 2_000
const giveUpMs = 300_000
const endMs = 30_000
const folder = createFolder('hanging')
const [good, sleepy] = ['good', 'sleepy'].map((name) => join(folder, name)) as [string, string]
const faults: string[] = []

for (const [seed, path] of [good, sleepy].entries()) {
  mkdirSync(path)
  await makeShelf(path, { folders: 2, books: 5, pages: 4, seed })
}
const port = await findFreePort()
const dataDir = join(folder, 'data')
const server = await startServer({ binary, dataDir, port, env: { SERVICE_SETUP__LIBRARY: good } })
const client = await Client.signIn(server.url)
const addLibrary = async (path: string) =>
  (await client.need('POST', '/libraries', { name: path, path, scanImmediately: true })).id
await waitUntilIdle(client, timeoutMs)
const goodId = (await client.need('GET', '/libraries'))[0].id as string
const sleepyId: string = await addLibrary(sleepy)
await waitUntilIdle(client, timeoutMs)
const [book] = (await client.need('GET', `/libraries/${sleepyId}/books`)).data
const [other] = (await client.need('GET', `/libraries/${goodId}/books`)).data

const disk = await blockDisk()
try {
  await checkBlocked()
} finally {
  await unblockDisk(disk)
}
await checkRecovery()
await server.kill()
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n${server.words()}\n`)
  process.exitCode = 1
} else rmSync(folder, { recursive: true })

/** Runs a command, with `device` as file descriptor 3. */
async function runOrThrow(command: string[], device: number | 'ignore' = 'ignore') {
  const stdio = ['ignore', 'pipe', 'pipe', device]
  const child = Bun.spawn(command, { stdio: stdio as never })
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`)
}

/** Mounts a FUSE file system that nothing serves, so that all access to the folder blocks. */
async function blockDisk(): Promise<number> {
  const device = openSync('/dev/fuse', 'r+')
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
  await runOrThrow(['mount', '-t', 'fuse', '-o', options, 'sleeping', sleepy], device)
  return device
}

/** Closes the device, so that blocked calls fail, then unmounts the file system. */
async function unblockDisk(device: number) {
  closeSync(device)
  await runOrThrow(['umount', '-l', sleepy])
}

async function timed(what: string, asked: Promise<Answer>, isRight: (answer: Answer) => boolean) {
  const begin = performance.now()
  const answer = await Promise.race([asked, Bun.sleep(answerMs).then(() => undefined)])
  const ms = Math.round(performance.now() - begin)
  const outcome = answer ? `${answer.status} after ${ms} ms` : `no answer in ${ms} ms`
  process.stdout.write(`${what}: ${outcome}\n`)
  if (!answer || !isRight(answer))
    faults.push(`${what}: ${outcome} ${JSON.stringify(answer?.body)}`)
}

async function checkBlocked() {
  let longest = 0
  const over = new AbortController()
  const pulse = (async () => {
    while (!over.signal.aborted) {
      const begin = performance.now()
      await Promise.all([fetch(`${server.url}/health`), client.need('GET', '/series?pageSize=50')])
      longest = Math.max(longest, performance.now() - begin)
      await Bun.sleep(20)
    }
  })()
  const call = (method: string, path: string, body?: unknown) => client.call(method, path, body)
  const path = `/libraries/${sleepyId}`
  await timed('scan of the sleeping disk', call('POST', `${path}/scan`), is(202))
  await Promise.all([
    timed('page', call('GET', `/books/${book.id}/pages/2`), is(200, 503)),
    timed('file', call('GET', `/books/${book.id}/file`), is(503)),
    timed('page in another size', call('GET', `/books/${book.id}/pages/3?width=640`), is(200, 503)),
    timed('thumbnail', call('GET', `/books/${book.id}/thumbnail`), is(200)),
    timed('folders', call('GET', `/filesystem/browse?path=${folder}`), is(200)),
    timed('the folder itself', call('GET', `/filesystem/browse?path=${sleepy}`), is(400, 404, 503)),
    timed(
      'a library in it',
      call('POST', '/libraries', { name: 'In', path: `${sleepy}/Series 0001` }),
      is(400, 409, 503),
    ),
    timed('preview', call('POST', `${path}/scans/preview`), is(202)),
    timed('a page of another disk', call('GET', `/books/${other.id}/pages/2`), is(200)),
    timed('scan of another disk', call('POST', `/libraries/${goodId}/scan`), is(202)),
  ])
  await waitForScan(client, goodId, timeoutMs)
  const { data } = await client.need('GET', `${path}/scans`)
  await timed('cancel', call('POST', `${path}/scans/${data[0].id}/cancel`), is(200))
  await timed('scan again', call('POST', `${path}/scan`), is(202))
  await waitUntilUnavailable()
  await timed('scan of what sleeps still', call('POST', `${path}/scan`), is(202))
  await waitForScanEnd()
  over.abort()
  await pulse
  process.stdout.write(`longest wait of all others: ${Math.round(longest)} ms\n`)
  if (longest > standstillMs) faults.push(`others waited ${Math.round(longest)} ms`)
}

/** Waits until the library is unavailable, about two minutes after the disk stopped responding. */
async function waitUntilUnavailable() {
  const begin = performance.now()
  while (performance.now() - begin < giveUpMs) {
    const { state, stateReason } = await client.need('GET', `/libraries/${sleepyId}`)
    if (state === 'unavailable') {
      const ms = Math.round(performance.now() - begin)
      process.stdout.write(`unavailable after ${ms} ms: ${stateReason.message}\n`)
      return
    }
    await Bun.sleep(500)
  }
  faults.push('the library with the sleeping disk was never called unavailable')
}

/** Waits until the scan has ended, with any result. */
async function waitForScanEnd() {
  await waitForScan(client, sleepyId, answerMs).catch((error: unknown) => {
    if (!String(error).includes('failed')) faults.push(String(error))
  })
}

/** Checks that no book was lost, and that the server stops in time while the disk blocks again. */
async function checkRecovery() {
  await waitUntilIdle(client, timeoutMs)
  await client.call('POST', `/libraries/${sleepyId}/scan`)
  await waitForScan(client, sleepyId, timeoutMs)
  const { total } = await client.need('GET', `/libraries/${sleepyId}/books`)
  if (total !== 10) faults.push(`${total} books of 10 after the disk came back`)
  const again = await blockDisk()
  await client.call('POST', `/libraries/${sleepyId}/scan`)
  await Bun.sleep(1000)
  const begin = performance.now()
  await Promise.race([server.kill(), Bun.sleep(endMs)])
  const ms = Math.round(performance.now() - begin)
  process.stdout.write(`end while the disk sleeps: ${ms} ms\n`)
  if (ms >= endMs) faults.push('the server did not end while a disk slept')
  await unblockDisk(again)
}

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { scanLibraries } from '../../src/cli/scan/scan-libraries'
import {
  addLibrary,
  makeComic,
  makeFolder,
  startScanServer,
  writeFiles,
} from '../ingest/scanning/scan-server'
import type { ScanServer } from '../ingest/scanning/scan-server'
import { waitUntil } from '../support/wait-until'
import { programCommand } from '../support/program'

// Allows more time, because these tests start programs and run scans.
setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

async function runScan(wanted?: string) {
  const printed = { out: '', err: '' }
  const io = {
    out: (text: string) => void (printed.out += text),
    err: (text: string) => void (printed.err += text),
  }
  const request = { mode: 'normal', ...(wanted !== undefined && { wanted }) } as const
  const code = await scanLibraries(server.ctx, request, io, {
    isThere: isServerAlive,
    ...withoutDelay,
  })
  return { code, ...printed }
}

const withoutDelay = { checkEveryMs: 0, timeoutMs: 0 }
let isServerAlive = async () => true

test('scans a library by name or ID, or all, and prints the result', async () => {
  expect(await runScan()).toEqual({ code: 0, out: 'No libraries to scan.\n', err: '' })
  const folder = makeFolder()
  writeFiles(folder, { 'One/1.cbz': await makeComic(), 'One/2.cbz': await makeComic() })
  const id = await addLibrary(server, folder, { name: 'Comics at home' })
  const first = await runScan('comics AT home')
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toBe('Comics at home: 2 added, 0 changed, 0 moved, 0 missing.\n')
  writeFiles(folder, { 'One/3.cbz': 'no comic' })
  expect((await runScan(id)).out).toContain(
    '1 added, 0 changed, 0 moved, 0 missing, 1 with problems.',
  )
  expect((await runScan()).out).toContain('0 added')
})

test('prints why a scan failed, or which libraries exist', async () => {
  const folder = makeFolder()
  writeFiles(folder, { 'One/1.cbz': await makeComic() })
  await addLibrary(server, folder, { name: 'On a stick' })
  expect((await runScan('On a stick')).code).toBe(0)
  rmSync(folder, { recursive: true })
  const gone = await runScan('On a stick')
  expect(gone.code).toBe(1)
  expect(gone.out).toMatch(/^On a stick: the scan failed\. This library's folder was not found\./)
  const wrong = await runScan('On a stock')
  expect([wrong.code, wrong.out]).toEqual([1, ''])
  expect(wrong.err).toContain('Unknown library "On a stock". Libraries:\n')
  expect(wrong.err).toContain('  On a stick\n')
})

test('does not wait for a server that has stopped', async () => {
  const folder = makeFolder()
  writeFiles(folder, { 'One/1.cbz': await makeComic() })
  await addLibrary(server, folder, { name: 'Left alone' })
  await server.engine.stop()
  isServerAlive = async () => false
  const { code, err } = await runScan('Left alone')
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('Left alone: The server that should run'),
  ])
  // A second command waits for the scan that the first one left, instead of failing at once.
  expect(await runScan('Left alone')).toMatchObject({
    code: 1,
    out: 'Left alone: waiting for a running scan to finish.\n',
    err,
  })
})

test('prints that a scan was canceled', async () => {
  const id = await addLibrary(server, makeFolder(), { name: 'Called off' })
  // No jobs run, so the scan stays queued until it is canceled.
  await server.engine.stop()
  isServerAlive = async () => true
  const running = runScan('Called off')
  const path = `/libraries/${id}/scans`
  const findScan = async () =>
    (await server.call('GET', path, { as: 'ada' })).body.data[0] as { id: string } | undefined
  await waitUntil(async () => (await findScan()) !== undefined)
  await server.call('POST', `${path}/${(await findScan())!.id}/cancel`, { as: 'ada' })
  expect(await running).toEqual({ code: 1, out: 'Called off: the scan was canceled.\n', err: '' })
})

test('quire scan lets a running server scan, and scans itself without one', async () => {
  const [data, folder] = [makeFolder(), makeFolder()]
  writeFiles(folder, { 'One/1.cbz': await makeComic() })
  const startQuire = (...words: string[]) =>
    Bun.spawn([...programCommand, ...words], {
      cwd: data,
      env: { PATH: process.env['PATH'] ?? '', SERVICE_SERVER__PORT: '0' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
  const runScanCommand = async (...words: string[]) => {
    const child = startQuire('scan', ...words)
    const out = await new Response(child.stdout).text()
    return { code: await child.exited, out, err: await new Response(child.stderr).text() }
  }
  const serve = startQuire('serve', '--library', folder)
  try {
    // Waits until the server has locked the data folder and finished its first scan.
    await waitUntilReady(serve.stdout)
    await waitUntil(async () => (await runScanCommand()).out.includes(': 0 added'), 120_000)
    writeFiles(folder, { 'One/2.cbz': await makeComic() })
    // The output is not checked, because the file watcher may have added the file first.
    expect(await runScanCommand()).toMatchObject({ code: 0, err: '' })
  } finally {
    serve.kill('SIGTERM')
    await serve.exited
  }
  writeFiles(folder, { 'One/3.cbz': await makeComic() })
  expect(await runScanCommand()).toMatchObject({
    code: 0,
    out: expect.stringContaining(': 1 added'),
  })
  expect(await runScanCommand('nothing such')).toMatchObject({ code: 1, out: '' })
  expect(await runScanCommand('one', 'two')).toMatchObject({ code: 64 })
}, 180_000)

/**
 * Resolves when the server prints its URL. Reads the output to the end, because the server would
 * fail to write to a closed pipe.
 */
function waitUntilReady(output: ReadableStream<Uint8Array>): Promise<void> {
  const { promise, resolve: begun, reject } = Promise.withResolvers<void>()
  const readOutput = async () => {
    const decoder = new TextDecoder()
    let printed = ''
    for await (const piece of output) {
      printed += decoder.decode(piece, { stream: true })
      if (printed.includes('http://')) begun()
    }
    reject(new Error(`the server ended: ${printed}`))
  }
  void readOutput()
  return promise
}

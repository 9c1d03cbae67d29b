import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { scanLibraries } from '../../src/cli/scan/scan-libraries'
import { addLibrary, comic, makeFolder, startScanServer, put } from '../ingest/scanning/support'
import type { ScanServer } from '../ingest/scanning/support'
import { waitUntil } from '../support/wait-until'

// Programs are started, and scans run.
setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

async function run(wanted?: string) {
  const said = { out: '', err: '' }
  const io = {
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
  }
  const wish = { mode: 'normal', ...(wanted !== undefined && { wanted }) } as const
  const code = await scanLibraries(server.ctx, wish, io, { isThere, ...atOnce })
  return { code, ...said }
}

const atOnce = { checkEveryMs: 0, patienceMs: 0 }
let isThere = async () => true

test('scans a library by its name, its id, or all, and says what was found', async () => {
  expect(await run()).toEqual({ code: 0, out: 'No libraries to scan.\n', err: '' })
  const folder = makeFolder()
  put(folder, { 'One/1.cbz': await comic(), 'One/2.cbz': await comic() })
  const id = await addLibrary(server, folder, { name: 'Comics at home' })
  const first = await run('comics AT home')
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toBe('Comics at home: 2 added, 0 changed, 0 moved, 0 missing.\n')
  put(folder, { 'One/3.cbz': 'no comic' })
  expect((await run(id)).out).toContain('1 added, 0 changed, 0 moved, 0 missing, 1 with problems.')
  expect((await run()).out).toContain('0 added')
})

test('says what held it back, and which libraries there are', async () => {
  const folder = makeFolder()
  put(folder, { 'One/1.cbz': await comic() })
  await addLibrary(server, folder, { name: 'On a stick' })
  expect((await run('On a stick')).code).toBe(0)
  rmSync(folder, { recursive: true })
  const gone = await run('On a stick')
  expect(gone.code).toBe(1)
  expect(gone.out).toMatch(/^On a stick: the scan has failed\. The folder .* was not found\./)
  const wrong = await run('On a stock')
  expect([wrong.code, wrong.out]).toEqual([1, ''])
  expect(wrong.err).toContain('Unknown library "On a stock". Libraries:\n')
  expect(wrong.err).toContain('  On a stick\n')
})

test('does not wait for a server that is gone', async () => {
  const folder = makeFolder()
  put(folder, { 'One/1.cbz': await comic() })
  await addLibrary(server, folder, { name: 'Left alone' })
  await server.engine.stop()
  isThere = async () => false
  const { code, err } = await run('Left alone')
  expect([code, err]).toEqual([1, expect.stringContaining('Left alone: The server that was to')])
  // The one that is left is waited for, not refused.
  expect(await run('Left alone')).toMatchObject({
    code: 1,
    out: 'Left alone: waiting for a running scan to finish.\n',
    err,
  })
})

test('quire scan lets the server scan, and scans itself when none runs', async () => {
  const [data, folder] = [makeFolder(), makeFolder()]
  put(folder, { 'One/1.cbz': await comic() })
  const start = (...words: string[]) =>
    Bun.spawn([process.execPath, resolve(import.meta.dir, '../../src/main.ts'), ...words], {
      cwd: data,
      env: { PATH: process.env['PATH'] ?? '', SERVICE_SERVER__PORT: '0' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
  const scanned = async (...words: string[]) => {
    const child = start('scan', ...words)
    const out = await new Response(child.stdout).text()
    return { code: await child.exited, out, err: await new Response(child.stderr).text() }
  }
  const serve = start('serve', '--library', folder)
  try {
    // It has the data folder, and its own first scan is over.
    await ready(serve.stdout)
    await waitUntil(async () => (await scanned()).out.includes(': 0 added'), 120_000)
    put(folder, { 'One/2.cbz': await comic() })
    // Watching may have been faster.
    expect(await scanned()).toMatchObject({ code: 0, err: '' })
  } finally {
    serve.kill('SIGTERM')
    await serve.exited
  }
  put(folder, { 'One/3.cbz': await comic() })
  expect(await scanned()).toMatchObject({ code: 0, out: expect.stringContaining(': 1 added') })
  expect(await scanned('nothing such')).toMatchObject({ code: 1, out: '' })
  expect(await scanned('one', 'two')).toMatchObject({ code: 64 })
}, 180_000)

/** Once it says where it can be reached. It is heard to its end: nobody writes to a closed pipe. */
function ready(output: ReadableStream<Uint8Array>): Promise<void> {
  const { promise, resolve: begun, reject } = Promise.withResolvers<void>()
  const hear = async () => {
    const decoder = new TextDecoder()
    let said = ''
    for await (const piece of output) {
      said += decoder.decode(piece, { stream: true })
      if (said.includes('http://')) begun()
    }
    reject(new Error(`the server ended: ${said}`))
  }
  void hear()
  return promise
}

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectConfinement } from '../../../src/ingest/sandbox/detect-confinement'
import { SandboxFailure, type SandboxOptions } from '../../../src/ingest/sandbox/model'
import { canConfine, createFolders, endPrograms, patient, startProgram } from './support'

const nothing = { data: () => undefined }
let tcp: Bun.TCPSocketListener
let unix: Bun.UnixSocketListener<undefined>

beforeAll(() => {
  tcp = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: nothing })
})
afterAll(async () => {
  await endPrograms()
  tcp.stop(true)
  unix?.stop(true)
})

async function startEvil(options: Pick<SandboxOptions, 'isConfined'>) {
  const { folder, dataFolder, runtimeFolder } = createFolders()
  const codeFolder = join(folder, 'code')
  await Bun.write(
    join(codeFolder, 'evil.ts'),
    Bun.file(join(import.meta.dir, 'programs', 'evil.ts')),
  )
  writeFileSync(join(codeFolder, 'other.txt'), 'text')
  for (const name of ['secret', 'victim', 'moved', 'deleted']) {
    writeFileSync(join(folder, `${name}.txt`), 'secret')
  }
  symlinkSync('secret.txt', join(folder, 'link'))
  const unixPath = join(folder, 'socket')
  unix = Bun.listen({ unix: unixPath, socket: nothing })
  const http = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const program = await startProgram({
    ...options,
    entry: join(codeFolder, 'evil.ts'),
    codeFolder,
    dataFolder,
    runtimeFolder,
  })
  await program.request('initialize', {}, patient)
  const target = {
    folder,
    codeFolder,
    dataFolder,
    port: http.port,
    unixPath,
    parentPid: process.pid,
  }
  return {
    program,
    ask: async (method: string) =>
      (await program.request(method, target, patient)) as Record<string, string>,
  }
}

const listUnexpected = (results: Record<string, string>, expected: string) =>
  Object.entries(results).filter(([, result]) => !result.startsWith(expected))

// On other systems, programs run unconfined, which an administrator must allow.
describe.skipIf(!canConfine)('a confined program (Linux with Landlock and seccomp)', () => {
  test('S6: reaches nothing outside of its folder', async () => {
    const { program, ask } = await startEvil({ isConfined: true })
    expect(program.confinement?.landlockVersion).toBeGreaterThan(0)
    const results = await ask('try')
    expect(Object.keys(results).length).toBeGreaterThan(55)
    expect(listUnexpected(results, 'refused')).toEqual([])
  })

  test('the same acts succeed without confinement', async () => {
    const { program, ask } = await startEvil({ isConfined: false })
    expect(program.confinement).toBeUndefined()
    expect(listUnexpected(await ask('try'), 'done')).toEqual([])
  })

  test('S6: learns of a path that it guesses what docs/plugins.md says', async () => {
    const { ask } = await startEvil({ isConfined: true })
    expect(listUnexpected(await ask('guess'), 'done')).toEqual([])
  })

  test('can do what programs need', async () => {
    const { program, ask } = await startEvil({ isConfined: true })
    const failed = listUnexpected(await ask('work'), 'done')
    // The first two versions of Landlock do not allow these two operations.
    const isOld = program.confinement!.landlockVersion < 3
    const unexpected = failed.filter(([name]) => !isOld || !/between folders|by path/.test(name))
    expect(unexpected).toEqual([])
  })

  test('has an environment of its own, no privileges and few limits', async () => {
    process.env['QUIRE_MARK'] = 'secret'
    const { program, ask } = await startEvil({ isConfined: true })
    delete process.env['QUIRE_MARK']
    expect(Object.keys(await ask('environment')).toSorted()).toEqual([
      'BUN_BE_BUN',
      'HOME',
      'TMPDIR',
    ])
    const status = readFileSync(`/proc/${program.pid}/status`, 'latin1')
    expect(status).toMatch(/^CapPrm:\s+0+$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(status).toMatch(/^Seccomp:\s+2$/m)
    const limits = readFileSync(`/proc/${program.pid}/limits`, 'latin1')
    expect(limits).toMatch(/^Max open files\s+256\s+256/m)
    expect(limits).toMatch(/^Max core file size\s+0\s+0/m)
    expect(limits).toMatch(/^Max cpu time\s+300\s+300/m)
  })

  test('does not start when a step fails', async () => {
    const start = startProgram({ codeFolder: '/nowhere' })
    const failure = await start.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SandboxFailure)
    expect((failure as SandboxFailure).reason).toBe('not_started')
    expect((failure as SandboxFailure).message).toContain('/nowhere does not exist')
  })

  test('settings in its data folder are not read before it is confined', async () => {
    const { folder, dataFolder, runtimeFolder } = createFolders()
    const mark = join(folder, 'mark')
    writeFileSync(join(dataFolder, 'bunfig.toml'), 'preload = ["./first.ts"]')
    writeFileSync(
      join(dataFolder, 'first.ts'),
      `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'x')`,
    )
    await startProgram({ dataFolder, runtimeFolder })
    expect(await Bun.file(mark).exists()).toBe(false)
  })
})

test('tells whether this system can confine programs', async () => {
  const detected = await detectConfinement()
  expect(await detectConfinement()).toBe(detected)
  if (process.platform === 'linux') return
  expect(detected).toEqual({
    isAvailable: false,
    landlockVersion: 0,
    hasSeccomp: false,
    reason: 'Confinement needs Linux',
  })
})

/**
 * Updates between two built programs, and back. Both are built from this commit: the newer one has
 * another version and one migration more.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { newVersion, oldVersion, publicKey, writeRelease } from '../cli/update/installation'
import { findFreePort } from '../support/free-port'
import { waitUntil } from '../support/wait-until'
import { releaseTest } from './support/release-test'

setDefaultTimeout(600_000)

const root = resolve(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'update-release-'))
const releases = join(folder, 'releases')
const built = { old: join(folder, 'old', 'quire'), new: join(folder, 'new', 'quire') }

beforeAll(() => {
  build(root, built.old, oldVersion)
  const clone = join(folder, 'source')
  runTool(root, 'git', 'clone', '--quiet', root, clone)
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  addMigration(join(clone, 'src/platform/db/migrations/embedded.ts'))
  build(clone, built.new, newVersion)
  mkdirSync(releases)
  writeRelease(releases, { program: readFileSync(built.new) })
})
afterAll(() => rmSync(folder, { recursive: true }))

function runTool(cwd: string, ...command: string[]) {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd, env: process.env, stderr: 'pipe' })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`)
}

const build = (cwd: string, outfile: string, version: string) =>
  runTool(cwd, process.execPath, '.ci/build.ts', `--release=${version}`, `--outfile=${outfile}`)

function addMigration(file: string) {
  const more = `, { tag: '9999_newer', sql: 'create table newer_things (id integer primary key)' }]`
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(/(= \[.*)\]/g, `$1${more}`))
}

interface Place {
  folder: string
  program: string
  port: number
}

async function install(): Promise<Place> {
  const place = mkdtempSync(join(folder, 'place-'))
  mkdirSync(join(place, 'bin'))
  mkdirSync(join(place, 'home'))
  const program = join(place, 'bin', 'quire')
  copyFileSync(built.old, program)
  writeFileSync(join(place, 'service.yaml'), 'data_dir: data\nlogging: { level: error }\n')
  const made = { folder: place, program, port: await findFreePort() }
  await expectSuccess(made, 'migrate')
  await expectSuccess(made, 'user', 'create', 'ann', 'ann@example.org')
  return made
}

/** With nothing else in the environment, as a service starts it. */
const start = ({ folder: cwd, program }: Place, args: string[]) =>
  Bun.spawn([program, ...args], {
    cwd,
    env: { HOME: join(cwd, 'home') },
    stdin: Buffer.from('correct horse battery\n'),
    stdout: 'pipe',
    stderr: 'pipe',
  })

async function run(place: Place, ...args: string[]) {
  const child = start(place, args)
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  return { code, out, err }
}

async function expectSuccess(place: Place, ...args: string[]) {
  const result = await run(place, ...args)
  expect([args, result.code, result.err]).toEqual([args, 0, ''])
  return result.out
}

const readVersion = async (place: Place) =>
  (JSON.parse(await expectSuccess(place, 'version', '--json')) as { version: string }).version

async function serve(place: Place) {
  const child = start(place, ['serve', '--port', String(place.port)])
  const isHealthy = async () => {
    const response = await fetch(`http://127.0.0.1:${place.port}/health`).catch(() => undefined)
    return response?.status === 200
  }
  await waitUntil(isHealthy, 60_000)
  const stop = async () => {
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }
  return { isHealthy, stop }
}

const updateArgs = ['update', '--from', releases, '--key', publicKey]

/** What ann does after the update. */
async function chooseSetting(place: Place) {
  const since = join(place.folder, 'since')
  mkdirSync(since)
  writeFileSync(join(since, 'export.json'), '{"quireExport":1}')
  writeFileSync(join(since, 'users.jsonl'), '{"id":"a","name":"ann"}\n')
  const setting = {
    user: 'a',
    key: 'reader.fit',
    value: 'width',
    updatedAt: '2026-10-08T20:00:00Z',
  }
  writeFileSync(join(since, 'preferences.jsonl'), `${JSON.stringify(setting)}\n`)
  await expectSuccess(place, 'import', since, '--apply')
}

async function expectSetting(place: Place) {
  const target = join(place.folder, `export-${Bun.randomUUIDv7()}`)
  await expectSuccess(place, 'export', '--to', target)
  expect(readFileSync(join(target, 'preferences.jsonl'), 'utf8')).toContain('"width"')
}

releaseTest('an update while the server runs, and a rollback', {}, async () => {
  const place = await install()
  const before = await serve(place)
  const told = await expectSuccess(place, ...updateArgs)
  expect(told).toContain(`The server still runs ${oldVersion}. Restart it`)
  expect([await before.isHealthy(), await readVersion(place)]).toEqual([true, newVersion])
  await before.stop()
  const after = await serve(place)
  const busy = await run(place, 'rollback', '--yes')
  expect([busy.code, busy.err]).toEqual([65, expect.stringContaining('Stop it first')])
  await after.stop()
  await chooseSetting(place)
  expect(await expectSuccess(place, 'rollback')).toContain(`puts version ${oldVersion} back`)
  expect(await expectSuccess(place, 'rollback', '--yes')).toContain(`Quire ${oldVersion} again`)
  expect(await readVersion(place)).toBe(oldVersion)
  await expectSetting(place)
  const again = await serve(place)
  await again.stop()
  const nothing = await run(place, 'rollback', '--yes')
  expect([nothing.code, nothing.err]).toEqual([65, expect.stringContaining('no update to undo')])
})

releaseTest('kill -9 at any time leaves a program that works', {}, async () => {
  const place = await install()
  const killAfter = async (ms: number, args: string[]) => {
    const child = start(place, args)
    await Bun.sleep(ms)
    child.kill('SIGKILL')
    await child.exited
    expect([oldVersion, newVersion]).toContain(await readVersion(place))
    await expectSuccess(place, 'migrate', '--dry-run')
  }
  for (const ms of [100, 400, 800, 1200, 1600, 2000, 2500, 3000]) await killAfter(ms, updateArgs)
  await expectSuccess(place, ...updateArgs)
  expect(await readVersion(place)).toBe(newVersion)
  await expectSuccess(place, 'migrate')
  await chooseSetting(place)
  const undo = ['rollback', '--yes']
  for (const ms of [100, 250, 400, 600, 800, 1000]) {
    if ((await readVersion(place)) === newVersion) await killAfter(ms, undo)
  }
  const done = await run(place, ...undo)
  // One of the killed ones may have been complete.
  if (done.code !== 0) expect(done.err).toContain('no update to undo')
  expect(await readVersion(place)).toBe(oldVersion)
  await expectSetting(place)
  expect(existsSync(`${place.program}.previous`)).toBe(false)
})

/**
 * `bun .ci/smoke.ts [dist/quire]`: tests the built program in an empty folder with an empty
 * environment, as an unprivileged user, and where possible on a read-only system without access to
 * this project.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { describeCommit } from './commit'
import { findFreePort } from '../test/support/free-port'
import { type Api, eventually, expect, openApi } from './smoke-client'
import { imageFormats, writeContainers, writeLibrary } from './smoke-library'

const nobody = 65534
const root = resolve(import.meta.dir, '..')
const binary = resolve(process.argv[2] ?? join(root, 'dist/quire'))
const isRoot = process.getuid?.() === 0
const admin = { username: 'smoke', email: 'smoke@example.org', password: 'a long enough password' }

type Place = {
  folder: string
  data: string
  library: string
  containers: string
  program: string
}
type Running = { process: ReturnType<typeof spawn>; output: () => string; port: number }

async function main() {
  const place = prepare()
  await writeLibrary(place.library)
  const running = await start(place, `${await findFreePort()}`)
  const passed: string[] = []
  try {
    for (const [name, run] of listChecks(place, running)) {
      const started = performance.now()
      await run()
      passed.push(name)
      print(`ok - ${name} (${Math.round(performance.now() - started)} ms)`)
    }
    print(`${passed.length} pass\n0 fail`)
  } catch (error) {
    print(`not ok - after "${passed.at(-1) ?? 'the start'}": ${String(error)}`)
    print(`What the program printed:\n${running.output()}`)
    print(`${passed.length} pass\n1 fail`)
    process.exitCode = 1
  } finally {
    running.process.kill('SIGKILL')
    rmSync(place.folder, { recursive: true, force: true })
  }
}

/** Lists the checks in order. Each check depends on the previous ones. */
function listChecks(place: Place, running: Running): [string, () => Promise<void>][] {
  const base = `http://127.0.0.1:${running.port}`
  let api: Api
  let books: { id: string; title: string }[] = []
  return [
    ['names its version and commit', () => checkCommit(place)],
    ['answers /health', () => checkHealth(base, running)],
    [
      'signs in the administrator that the environment named',
      async () => {
        api = await openApi(base, admin)
      },
    ],
    [
      'adds and scans a library',
      async () => {
        books = await addLibrary(api, place.library)
        expect(books.length === imageFormats.length, `${books.length} books were found`)
      },
    ],
    ['makes a WebP thumbnail of every image format', () => checkThumbnails(api, books)],
    ['gives every page as it was, whatever it is packed in', () => checkContainers(api, place)],
    ['starts plugins confined', () => checkPlugins(place, running)],
    ['keeps everything it wrote in the data directory', () => checkWrittenFiles(place)],
    ['ends on SIGTERM with exit code 0', () => checkShutdown(running)],
  ]
}

/** Compares only the commit, because the working tree may have changed since the build. */
async function checkCommit({ program }: Place) {
  const [commit = ''] = describeCommit(root).split('-')
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const expected = commit ? `quire ${manifest.version}+${commit}` : `quire ${manifest.version}`
  expect(stdout.startsWith(expected), `it says ${stdout}`)
}

async function checkHealth(base: string, { process: child }: Running) {
  await eventually('/health', 20_000, async () => {
    expect(child.exitCode === null, 'the program has ended')
    const answer = await fetch(`${base}/health`).catch(() => undefined)
    if (answer?.status !== 200) return undefined
    const body = (await answer.json()) as { status?: string }
    expect(body.status === 'ok', JSON.stringify(body))
    return true
  })
}

async function addLibrary(api: Api, path: string) {
  const settings = { name: basename(path), path }
  const library = await api.post<{ id: string }>('/api/v1/libraries', settings, 201)
  const scans = `/api/v1/libraries/${library.id}`
  const scan = await api.post<{ id: string }>(`${scans}/scan?mode=normal`, undefined, 202)
  await eventually('the scan', 60_000, async () => {
    const { status } = await api.get<{ status: string }>(`${scans}/scans/${scan.id}`)
    expect(status !== 'failed' && status !== 'cancelled', `the scan is ${status}`)
    return status === 'completed' || undefined
  })
  const list = `/api/v1/books?libraryId=${library.id}&pageSize=100`
  return (await api.get<{ data: { id: string; title: string }[] }>(list)).data
}

async function checkThumbnails(api: Api, books: readonly { id: string; title: string }[]) {
  for (const { id, title } of books) {
    await eventually(`the thumbnail of ${title}`, 60_000, async () => {
      const answer = await api.fetch(`/api/v1/books/${id}/thumbnail?placeholder=false`)
      if (answer.status === 404) return undefined
      expect(answer.status === 200, `status ${answer.status}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.includes('WEBP')
      expect(isWebp && answer.headers.get('content-type') === 'image/webp', 'it is not WebP')
      return true
    })
  }
}

async function checkContainers(api: Api, { containers }: Place) {
  const { pages, count } = await writeContainers(containers)
  const books = await addLibrary(api, containers)
  expect(books.length === count, `${books.length} books were found`)
  for (const { id, title } of books) {
    for (const [i, page] of pages.entries()) {
      const answer = await api.fetch(`/api/v1/books/${id}/pages/${i + 1}`)
      expect(answer.status === 200, `page ${i + 1} of ${title}: ${answer.status}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.equals(page), `page ${i + 1} of ${title} is another one`)
    }
  }
}

async function checkWrittenFiles(place: Place) {
  const beside = readdirSync(place.folder).toSorted().join()
  expect(beside === 'containers,data,library,quire', `the folder holds ${beside}`)
  expect(readdirSync(place.data).length > 0, 'the data directory is empty')
}

/** Runs `quire doctor`, which writes and starts a small plugin. */
function checkPlugins(place: Place, { port }: Running) {
  const [command, ...args] = buildCommandLine(place, { SERVICE_SERVER__PORT: `${port}` })
  const { stdout } = spawnSync(command ?? '', [...args, 'doctor', '--json'], {
    cwd: place.folder,
    encoding: 'utf8',
  })
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; state: string; message: string }[]
  }
  const found = findings.find(({ check }) => check === 'plugins')
  expect(found !== undefined && found.state !== 'problem', JSON.stringify(findings))
  if (found?.state === 'warning') print(`# confined plugins: skipped, ${found.message}`)
}

async function checkShutdown({ process: child }: Running) {
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const code = await Promise.race([ended, Bun.sleep(15_000).then(() => 'nothing' as const)])
  expect(code === 0, `it ended with ${String(code)}`)
}

function prepare(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'quire-smoke-'))
  const at = (name: string) => join(folder, name)
  const place = {
    folder,
    data: at('data'),
    library: at('library'),
    containers: at('containers'),
    program: at('quire'),
  }
  for (const path of [place.data, place.library, place.containers]) mkdirSync(path)
  copyFileSync(binary, place.program)
  chmodSync(place.program, 0o755)
  chmodSync(folder, 0o755)
  if (isRoot) chownSync(place.data, nobody, nobody)
  return place
}

async function start(place: Place, port: string): Promise<Running> {
  const [command, ...args] = buildCommandLine(place, {
    SERVICE_SERVER__HOST: '127.0.0.1',
    SERVICE_SERVER__PORT: port,
    SERVICE_SETUP__ADMIN_USERNAME: admin.username,
    SERVICE_SETUP__ADMIN_EMAIL: admin.email,
    SERVICE_SETUP__ADMIN_PASSWORD: admin.password,
  })
  const child = spawn(command ?? '', args, { cwd: place.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-8000)
    })
  }
  return { process: child, output: () => printed, port: Number(port) }
}

function buildCommandLine(place: Place, settings: Record<string, string>): string[] {
  const all = { SERVICE_DATA_DIR: place.data, ...settings }
  const text = Object.entries(all).map(([key, value]) => `${key}=${value}`)
  return [...isolation(place), 'env', '-i', ...text, place.program]
}

/** Returns the isolation command, which is built and tested only once. */
const isolation = (place: Place) => (isolationCommand ??= buildCommand(place))
let isolationCommand: string[] | undefined

/**
 * Builds the command that isolates the program. Each layer replaces itself with the next one, so
 * that signals reach the program.
 */
function buildCommand({ data, folder }: Place): string[] {
  if (!isRoot) {
    print('# read-only system: skipped, only root can make one; running as the present user')
    return []
  }
  const asNobody = [findTool('chroot'), `--userspec=${nobody}:${nobody}`, '/']
  const script = [
    'set -e',
    'mount --make-rprivate /',
    'cd "$1"',
    'mount --bind "$2" "$2"',
    'mount -t tmpfs -o ro none "$3"',
    'mount -o remount,ro,bind /',
    'shift 3',
    'exec "$@"',
  ].join('; ')
  const isolated = [findTool('unshare'), '--mount', 'sh', '-c', script, 'sh', folder, data, root]
  const [command, ...args] = [...isolated, 'true']
  const trial = spawnSync(command ?? '', args, { encoding: 'utf8' })
  if (trial.status === 0) return [...isolated, ...asNobody]
  print(`# read-only system: skipped, this machine does not allow mounts (${trial.stderr.trim()})`)
  return asNobody
}

/** Finds a system tool, because PATH does not always contain the sbin folders. */
const findTool = (name: string) =>
  Bun.which(name, { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }) ?? name

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

await main()

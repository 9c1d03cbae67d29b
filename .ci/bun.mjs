// Runs Bun with the given arguments: `node .ci/bun.mjs run src/main.ts`.
// Needs only Node and npm, or only Bun. Finds or fetches a suitable version of Bun, installs the
// locked dependencies if they are outdated, and then starts Bun.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { version: bunVersion } = JSON.parse(
  readFileSync(join(root, '.ci', 'bun-version.json'), 'utf8'),
)
const cache = join(root, '.cache')
const executable = process.platform === 'win32' ? 'bun.exe' : 'bun'

function main() {
  const environment = { ...process.env, ...writableCaches() }
  const bun = findBun() ?? fetchBun(environment)
  environment.PATH = [dirname(bun), process.env.PATH].filter(Boolean).join(delimiter)
  installDependencies(bun, environment)
  run(bun, process.argv.slice(2), environment)
}

/** Accepts the same minor version with the same or a later patch. */
function isSuitable(version) {
  const [major, minor, patch] = version.trim().split('.').map(Number)
  const [wantedMajor, wantedMinor, wantedPatch] = bunVersion.split('.').map(Number)
  return major === wantedMajor && minor === wantedMinor && patch >= wantedPatch
}

function findBun() {
  if (process.versions.bun && isSuitable(process.versions.bun)) return process.execPath
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [
    ...onPath.map((folder) => join(folder, executable)),
    join(root, 'node_modules', ...packageName().split('/'), 'bin', executable),
    fetchedBun(),
  ]
  return candidates.find((path) => existsSync(path) && answers(path))
}

/** Rejects placeholders of installs without scripts, which do not print a version. */
function answers(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && isSuitable(stdout)
}

function packageName() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch
  return `@oven/bun-${system}-${cpu}${isMusl() ? '-musl' : ''}`
}

function isMusl() {
  if (process.platform !== 'linux' || process.versions.bun) return false
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

function fetchedBun() {
  const folder = join(cache, `bun-${bunVersion}`, 'node_modules', ...packageName().split('/'))
  return join(folder, 'bin', executable)
}

function fetchBun(environment) {
  const wanted = `${packageName()}@${bunVersion}`
  process.stderr.write(`Fetching ${wanted} with npm …\n`)
  const scratch = join(cache, `fetch-${randomUUID()}`)
  mkdirSync(scratch, { recursive: true })
  writeFileSync(join(scratch, 'package.json'), '{"private":true}\n')
  const { status } = npm(
    ['install', '--prefix', scratch, '--ignore-scripts', '--no-save', '--no-package-lock'].concat([
      '--no-audit',
      '--no-fund',
      '--global=false',
      '--loglevel=error',
      wanted,
    ]),
    { env: environment, cwd: scratch, stdio: ['ignore', 2, 2] },
  )
  if (status !== 0) {
    rmSync(scratch, { recursive: true, force: true })
    give(`npm could not fetch ${wanted}. Install Bun ${bunVersion} by hand and try again.`)
  }
  keep(scratch, join(cache, `bun-${bunVersion}`))
  const bun = fetchedBun()
  if (!answers(bun)) give(`The fetched ${bun} does not run on this machine.`)
  return bun
}

/** Moves the folder. If another process fetched the same version, one of the two copies is kept. */
function keep(scratch, target) {
  rmSync(target, { recursive: true, force: true })
  try {
    renameSync(scratch, target)
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

/** Runs the npm that called this script, or else the one on PATH. */
function npm(args, options) {
  const script = process.env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [script, ...args], options)
  const shell = process.platform === 'win32'
  const result = spawnSync('npm', args, { ...options, shell })
  if (result.error) give(`Neither Bun ${bunVersion} nor npm was found on this machine.`)
  return result
}

function installDependencies(bun, environment) {
  const stamp = join(root, 'node_modules', '.quire-lock')
  const current = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  const { status } = spawnSync(bun, ['install', '--frozen-lockfile'], {
    cwd: root,
    env: { ...environment, ...registrySettings(environment) },
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) give('The locked dependencies could not be installed.')
  writeFileSync(stamp, current)
}

function lockHash() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  for (const name of ['package.json', 'bun.lock']) hash.update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

/** Passes npm's registry to Bun, which does not read the global settings of npm. */
function registrySettings(environment) {
  if (environment.npm_config_registry ?? environment.NPM_CONFIG_REGISTRY) return {}
  const found = spawnSync('npm', ['config', 'get', 'registry'], {
    env: environment,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 30_000,
  })
  const address = found.stdout?.trim()
  return found.status === 0 && address?.startsWith('http') ? { NPM_CONFIG_REGISTRY: address } : {}
}

/** Places the caches of npm and Bun in the project if the home folder is not writable. */
function writableCaches() {
  try {
    accessSync(process.env.HOME ?? homedir(), constants.W_OK)
    if (process.env.HOME !== '') return {}
  } catch (error) {
    if (error.code === undefined) throw error
  }
  return {
    npm_config_cache: join(cache, 'npm'),
    BUN_INSTALL_CACHE_DIR: join(cache, 'bun-install'),
  }
}

function run(bun, args, env) {
  const child = spawn(bun, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    // A terminal sends Ctrl+C to both processes. Forwarding it would count as a second one.
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => give(`Bun could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function give(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

main()

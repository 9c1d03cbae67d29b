/**
 * `bun run build [--target=linux-arm64] [--entry=src/main.ts] [--outfile=dist/quire]`: builds a
 * single executable, by default `dist/quire` for this machine.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeCommit, readCommitTime } from './commit'
import { embedSharp } from './embed-sharp'
import { embedUi, uiFolder } from './embed-ui'
import { buildUi } from './ui'

type Target = {
  bun: Bun.Build.CompileTarget
  sharp: string
  os: string
  cpu: string
  libc?: string
}

/** Builds for macOS and Windows are not tested, which is printed. */
const targets: Record<string, Target> = {
  'linux-x64': { bun: 'bun-linux-x64', sharp: 'linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  'linux-arm64': {
    bun: 'bun-linux-arm64',
    sharp: 'linux-arm64',
    os: 'linux',
    cpu: 'arm64',
    libc: 'glibc',
  },
  'linux-x64-musl': {
    bun: 'bun-linux-x64-musl',
    sharp: 'linuxmusl-x64',
    os: 'linux',
    cpu: 'x64',
    libc: 'musl',
  },
  'linux-arm64-musl': {
    bun: 'bun-linux-arm64-musl',
    sharp: 'linuxmusl-arm64',
    os: 'linux',
    cpu: 'arm64',
    libc: 'musl',
  },
  'darwin-x64': { bun: 'bun-darwin-x64', sharp: 'darwin-x64', os: 'darwin', cpu: 'x64' },
  'darwin-arm64': { bun: 'bun-darwin-arm64', sharp: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
  'windows-x64': { bun: 'bun-windows-x64', sharp: 'win32-x64', os: 'win32', cpu: 'x64' },
}

const root = resolve(import.meta.dir, '..')
const cache = join(root, '.cache')

async function main() {
  const started = performance.now()
  const { values } = parseArgs({
    options: {
      target: { type: 'string' },
      entry: { type: 'string', default: 'src/main.ts' },
      outfile: { type: 'string' },
    },
  })
  const name = values.target ?? detectTarget()
  const target = targets[name]
  if (!target) throw new Error(`Unknown target ${name}. Known: ${Object.keys(targets).join(', ')}`)

  const outfile = addExtension(target, values.outfile ?? getDefaultName(values.target))
  await compile(target, resolve(root, values.entry), outfile)

  const megabytes = (Bun.file(outfile).size / 1_000_000).toFixed(1)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const remark = target.os === 'linux' ? '' : ' (untested: we build it but do not run it)'
  process.stdout.write(`${outfile}: ${name}, ${megabytes} MB, built in ${seconds} s${remark}\n`)
}

function detectTarget() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `${system}-${process.arch}${isMusl() ? '-musl' : ''}`
}

function isMusl() {
  return process.platform === 'linux' && existsSync(`/lib/ld-musl-${getMuslName()}.so.1`)
}

function getMuslName() {
  return process.arch === 'arm64' ? 'aarch64' : 'x86_64'
}

function getDefaultName(target: string | undefined) {
  return target ? `dist/quire-${target}` : 'dist/quire'
}

function addExtension(target: Target, path: string) {
  const extension = target.os === 'win32' && !path.endsWith('.exe') ? '.exe' : ''
  return resolve(root, path + extension)
}

async function compile(target: Target, entry: string, outfile: string) {
  mkdirSync(dirname(outfile), { recursive: true })
  await buildUi()
  const sharp = embedSharp(prepareModules(target), target.sharp, join(cache, 'build'))
  const result = await Bun.build({
    entrypoints: [entry, ...listWorkers(entry)],
    // Worker paths are relative to this folder in the compiled program.
    root: dirname(entry),
    format: 'esm',
    minify: true,
    bytecode: true,
    // A decoder process, a health check or a Worker loads only its own part of the program.
    splitting: true,
    sourcemap: 'linked',
    compile: { target: target.bun, outfile, autoloadDotenv: false, autoloadBunfig: false },
    // The bundler would otherwise insert "development" where libraries read the variable.
    define: {
      'process.env.NODE_ENV': '"production"',
      buildCommit: JSON.stringify(describeCommit(root)),
      buildCommitTime: JSON.stringify(readCommitTime(root)),
    },
    plugins: [sharp, embedUi(uiFolder)],
  })
  for (const log of result.logs) process.stderr.write(`${log.message}\n`)
  if (!result.success) throw new Error('The build failed.')
  removeLooseMaps(dirname(outfile))
}

function listWorkers(entry: string) {
  const folder = dirname(entry)
  const found = [...new Bun.Glob('**/*.worker.ts').scanSync({ cwd: folder })]
  return found.toSorted().map((path) => join(folder, path))
}

/** Deletes separate source maps, because the executable contains them. */
function removeLooseMaps(folder: string) {
  for (const name of new Bun.Glob('*.map').scanSync({ cwd: folder })) rmSync(join(folder, name))
}

/**
 * Returns node_modules of this machine, or a cached folder with the same locked versions for
 * another target.
 */
function prepareModules(target: Target) {
  const ours = join(root, 'node_modules')
  if (existsSync(join(ours, '@img', `sharp-${target.sharp}`))) return ours

  const scratch = join(cache, `modules-${target.sharp}`)
  mkdirSync(scratch, { recursive: true })
  for (const name of ['package.json', 'bun.lock']) {
    copyFileSync(join(root, name), join(scratch, basename(name)))
  }
  const flags = [`--os=${target.os}`, `--cpu=${target.cpu}`]
  if (target.libc) flags.push(`--libc=${target.libc}`)
  const { exitCode } = Bun.spawnSync(
    [
      process.execPath,
      'install',
      '--frozen-lockfile',
      '--production',
      '--ignore-scripts',
      ...flags,
    ],
    { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (exitCode !== 0) throw new Error(`sharp for ${target.sharp} could not be installed`)
  return join(scratch, 'node_modules')
}

await main()

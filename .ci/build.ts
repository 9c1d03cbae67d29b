/**
 * `bun run build [--target=linux-arm64] [--entry=src/main.ts] [--outfile=dist/quire] [--release=9.9.9]`:
 * builds a single executable, by default `dist/quire` for this machine. Tests of updates build
 * another version with `--release`.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeCommit, readCommitTime } from './commit'
import { readVersionChanges } from './release/version-changes'
import { embedSharp } from './embed-sharp'
import { embedUi, uiFolder } from './embed-ui'
import { detectTarget, isTargetName, type Target, targetNames, targets } from './targets'
import { buildUi } from './ui'
import { withoutFolders } from './without-folders'

const root = resolve(import.meta.dir, '..')
const cache = join(root, '.cache')

async function main() {
  const started = performance.now()
  const { values } = parseArgs({
    options: {
      target: { type: 'string' },
      entry: { type: 'string', default: 'src/main.ts' },
      outfile: { type: 'string' },
      release: { type: 'string' },
    },
  })
  const name = values.target ?? detectTarget()
  if (!isTargetName(name)) {
    throw new Error(`Unknown target ${name}. Known: ${targetNames.join(', ')}`)
  }
  const target: Target = targets[name]

  const outfile = resolve(
    root,
    addExtension(target, values.outfile ?? getDefaultName(values.target)),
  )
  mkdirSync(dirname(outfile), { recursive: true })
  const scratch = mkdtempSync(join(dirname(outfile), '.build-'))
  try {
    // The executable contains the name of the file it was written to.
    const made = join(scratch, addExtension(target, 'quire'))
    const entry = resolve(root, values.entry)
    await compile({ name, target, entry, outfile: made, release: values.release })
    renameSync(made, outfile)
  } finally {
    rmSync(scratch, { recursive: true })
  }

  const megabytes = (Bun.file(outfile).size / 1_000_000).toFixed(1)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const remark = target.os === 'linux' ? '' : ' (untested: we build it but do not run it)'
  process.stdout.write(`${outfile}: ${name}, ${megabytes} MB, built in ${seconds} s${remark}\n`)
}

function getDefaultName(target: string | undefined) {
  return target ? `dist/quire-${target}` : 'dist/quire'
}

function addExtension(target: Target, path: string) {
  return target.os === 'win32' && !path.endsWith('.exe') ? `${path}.exe` : path
}

interface Compilation {
  name: string
  target: Target
  entry: string
  outfile: string
  release: string | undefined
}

async function compile({ name, target, entry, outfile, release }: Compilation) {
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
      buildTarget: JSON.stringify(name),
      buildVersionChanges: JSON.stringify(readVersionChanges(root)),
      ...(release !== undefined && { buildRelease: JSON.stringify(release) }),
    },
    plugins: [sharp, embedUi(uiFolder), withoutFolders],
  })
  for (const log of result.logs) process.stderr.write(`${log.message}\n`)
  if (!result.success) throw new Error('The build failed.')
}

function listWorkers(entry: string) {
  const folder = dirname(entry)
  const found = [...new Bun.Glob('**/*.worker.ts').scanSync({ cwd: folder })]
  return found.toSorted().map((path) => join(folder, path))
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
  for (const name of ['package.json', 'bun.lock', '.ci/patches']) {
    cpSync(join(root, name), join(scratch, name), { recursive: true })
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

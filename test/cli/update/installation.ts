/**
 * An installation whose programs are scripts: each starts the source as another version, so that
 * updates take seconds. test/release/update.release.ts does the same with built programs.
 */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { formatPublicKey, generateSigningKey, signData } from '../../../.ci/release/minisign'
import type { InstalledProgram } from '../../../src/cli/update/program-place'
import type { Order } from './update-process'

const root = resolve(import.meta.dir, '../../..')
const newerSchema = join(import.meta.dir, 'newer-schema.ts')
const key = generateSigningKey()
export const publicKey = formatPublicKey(key)
export const oldVersion = '1.0.0'
export const newVersion = '1.1.0'

interface Built {
  version: string
  /** Has one migration more. */
  hasNewerSchema?: boolean
}

/** Arguments that start a script as another version. */
const buildArgs = (script: string, { version, hasNewerSchema }: Built) => [
  ...(hasNewerSchema ? ['--preload', newerSchema] : []),
  '--define',
  `buildRelease:"${version}"`,
  script,
]

export function buildProgram(built: Built): string {
  const args = buildArgs(join(root, 'src/main.ts'), built).map((arg) => `'${arg}'`)
  return `#!/bin/sh\nexec '${process.execPath}' ${args.join(' ')} "$@"\n`
}

const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

interface WrittenRelease {
  version?: string
  program?: string | Uint8Array
  expires?: string
  comment?: string
  minUpgradableFrom?: string
  signs?: boolean
}

/** Writes a release as `npm run release` does, and the list of the newest version. */
export function writeRelease(parent: string, given: WrittenRelease = {}) {
  const { version = newVersion, signs = true } = given
  const program = given.program ?? buildProgram({ version, hasNewerSchema: true })
  const folder = join(parent, version)
  mkdirSync(folder, { recursive: true })
  const latest = JSON.stringify({
    version,
    expires: given.expires ?? '2099-01-01T00:00:00Z',
    notes: 'https://example.org/notes',
    security: true,
    ...(given.minUpgradableFrom !== undefined && { minUpgradableFrom: given.minUpgradableFrom }),
  })
  const files: Record<string, string | Uint8Array> = {
    [`quire-${version}-linux-x64.gz`]: gzipSync(program, { level: 1 }),
    'latest.json': latest,
  }
  for (const [name, data] of Object.entries(files)) writeFileSync(join(folder, name), data)
  const list = Object.entries(files).map(([name, data]) => `${hash(data)}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), list.join(''))
  const signature = signData(
    Buffer.from(list.join('')),
    key,
    given.comment ?? `quire ${version} abc`,
  )
  if (signs) writeFileSync(join(folder, 'SHA256SUMS.minisig'), signature)
  writeFileSync(join(parent, 'latest.json'), latest)
  return folder
}

export interface Installation {
  folder: string
  data: string
  releases: string
  program: string
  previous: string
}

const sqliteSettings = `data_dir: data
logging:
  level: error
`

/**
 * The present version is installed in `bin`, and `releases` is empty. The settings are in the
 * folder, because those of the machine would be used otherwise.
 */
export function createInstallation(settings = sqliteSettings): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'update-'))
  const program = join(folder, 'bin', 'quire')
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'releases'))
  writeFileSync(join(folder, 'service.yaml'), settings)
  writeProgram(program, buildProgram({ version: oldVersion }))
  return {
    folder,
    program,
    previous: `${program}.previous`,
    data: join(folder, 'data'),
    releases: join(folder, 'releases'),
  }
}

function writeProgram(path: string, text: string) {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

export interface Result {
  /** null if it was killed. */
  code: number | null
  out: string
  err: string
}

async function spawn(command: string[], cwd: string): Promise<Result> {
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdin: Buffer.from('correct horse battery\n'),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code: child.signalCode ? null : child.exitCode, out, err }
}

/** Runs the program that is installed at this moment. */
export const runInstalled = ({ program, folder }: Installation, ...args: string[]) =>
  spawn([program, ...args], folder)

/** Returns the version of the program at a path, or undefined without one. */
export function readVersion(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  return /buildRelease:"([^"]+)"/.exec(readFileSync(path, 'utf8'))?.[1]
}

interface Run {
  args?: string[]
  killAfter?: string
  now?: string
  program?: Partial<InstalledProgram>
}

/** Runs a command of the program that is installed at this moment. */
export function runCommand(
  { folder, program: path, releases }: Installation,
  command: Order['command'],
  { args = [], killAfter, now, program = {} }: Run = {},
): Promise<Result> {
  const version = readVersion(path)!
  const hasNewerSchema = readFileSync(path, 'utf8').includes(newerSchema)
  const order: Order = {
    command,
    args,
    killAfter,
    now,
    program: {
      path,
      release: version,
      target: 'linux-x64',
      keys: [publicKey],
      from: releases,
      isContained: false,
      ...program,
    },
  }
  const script = join(import.meta.dir, 'update-process.ts')
  const start = buildArgs(script, { version, hasNewerSchema })
  return spawn([process.execPath, ...start, JSON.stringify(order)], folder)
}

/** Builds the command line of a program. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { buildOwnCommand, buildOwnRuntimeCommand } from '../../platform/lib/own-command'
import { isAbsent } from '../../platform/lib/optional-files'
import type { ConfinementSettings } from './confinement/start-protocol'
// At run time, this import is the text of the file, but TypeScript treats it as a module.
import * as shimModule from './fetch-shim.ts' with { type: 'text' }
import type { SandboxOptions } from './model'

const shimText = (shimModule as unknown as { default: string }).default

export interface Launch {
  cmd: string[]
  cwd: string
  env: Record<string, string>
}

type LaunchOptions = Pick<
  SandboxOptions,
  'entry' | 'codeFolder' | 'dataFolder' | 'runtimeFolder' | 'isConfined'
>

export async function prepareLaunch(options: LaunchOptions): Promise<Launch> {
  const { entry, codeFolder, dataFolder, runtimeFolder, isConfined } = options
  const shimFolder = join(runtimeFolder, 'fetch-shim')
  const shimPath = await writeShim(shimFolder)
  const args = [
    // Without this option, Bun downloads missing packages at run time.
    '--no-install',
    '--no-env-file',
    // A bunfig.toml in the working folder could cause other code to be loaded first.
    `--config=${devNull}`,
    '--preload',
    shimPath,
    entry,
  ]
  const environment = { BUN_BE_BUN: '1', HOME: dataFolder, TMPDIR: dataFolder }
  if (!isConfined) {
    return { cmd: buildOwnRuntimeCommand(args), cwd: dataFolder, env: environment }
  }
  const parentPid = process.pid
  const settings = { parentPid, codeFolder, dataFolder, shimFolder, args, environment }
  return {
    cmd: buildOwnCommand('confine'),
    // The data folder is not used here, because Bun, when run from source, reads the settings in
    // the working folder before the process is confined.
    cwd: runtimeFolder,
    env: { QUIRE_CONFINEMENT: JSON.stringify(settings satisfies ConfinementSettings) },
  }
}

/** Writes the shim to a file, because the compiled executable does not contain separate files. */
async function writeShim(folder: string): Promise<string> {
  const hash = createHash('sha256').update(shimText).digest('hex').slice(0, 16)
  const path = join(folder, `${hash}.ts`)
  if ((await readIfExists(path)) === shimText) return path
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${process.pid}.${crypto.randomUUID()}`
  await writeFile(draft, shimText)
  await rename(draft, path)
  return path
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

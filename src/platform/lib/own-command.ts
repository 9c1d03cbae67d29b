/** Builds the commands with which this program starts itself as a child process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ownLink = '/proc/self/exe'

/** On Linux, the link works even after the executable has been replaced on disk. */
const ownProgram = () =>
  process.platform === 'linux' && existsSync(ownLink) ? ownLink : process.execPath

export const buildOwnCommand = (command: string): string[] =>
  Bun.isStandaloneExecutable
    ? [ownProgram(), command]
    : [process.execPath, join(import.meta.dir, '../..', 'main.ts'), command]

/** Builds a command that runs a script with Bun. Its environment must contain `BUN_BE_BUN=1`. */
export const buildOwnRuntimeCommand = (args: readonly string[]): string[] => [
  Bun.isStandaloneExecutable ? ownProgram() : process.execPath,
  ...args,
]

/** Builds the commands with which this program starts itself as a child process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** On Linux, the path works even after the executable has been replaced on disk. */
const ownProgram = () => (existsSync('/proc/self/exe') ? '/proc/self/exe' : process.execPath)

export const buildOwnCommand = (command: string): string[] =>
  Bun.isStandaloneExecutable
    ? [ownProgram(), command]
    : [process.execPath, join(import.meta.dir, '../..', 'main.ts'), command]

/** Builds a command that runs a script with Bun. Its environment must contain `BUN_BE_BUN=1`. */
export const buildOwnRuntimeCommand = (args: readonly string[]): string[] => [
  Bun.isStandaloneExecutable ? ownProgram() : process.execPath,
  ...args,
]

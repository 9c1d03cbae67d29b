/**
 * Builds the commands and environments with which this program starts itself. Also restarts this
 * process, and ends it on signals.
 */
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const ownLink = '/proc/self/exe'

/** On Linux, `/proc/self/exe` works even after the executable has been replaced on disk. */
const ownProgram = () =>
  process.platform === 'linux' && existsSync(ownLink) ? ownLink : process.execPath

export const buildOwnCommand = (command: string): string[] =>
  Bun.isStandaloneExecutable
    ? [ownProgram(), command]
    : [process.execPath, join(import.meta.dir, '../..', 'main.ts'), command]

const bytesOfSmallMachine = 64 * 1024 * 1024

/**
 * Builds an environment in which the allocators and the JavaScript engine of a child process
 * release memory early. By default, they keep as much memory as the machine can spare. Variables
 * set by the user take precedence. Call this each time a process is started, because the program
 * changes its environment.
 */
export const buildChildEnvironment = (): NodeJS.ProcessEnv => ({
  MIMALLOC_PURGE_DELAY: '0',
  // By default, glibc reserves memory for each thread of the image library.
  MALLOC_ARENA_MAX: '1',
  BUN_JSC_forceRAMSize: String(bytesOfSmallMachine),
  ...process.env,
})

/**
 * Replaces this process with one that runs the command and releases memory early, because the
 * engine reads its memory limits only when a process starts. Returns if this process already
 * releases memory early, or if it cannot be replaced (Windows, or a command line that is too long).
 */
export function restartWithLessMemory([command = '', ...args]: readonly string[]) {
  const environment = buildChildEnvironment()
  if (Object.keys(environment).every((name) => process.env[name] !== undefined)) return
  if (process.platform === 'win32') return
  const [program = '', ...own] = buildOwnCommand(command)
  // When run from source, the options of Bun must be passed on as well.
  const options = Bun.isStandaloneExecutable ? [] : process.execArgv
  try {
    process.execve?.(program, [process.argv0, ...options, ...own, ...args], environment)
  } catch {
    // The command then runs in this process, which only uses more memory.
  }
}

const endingSignals = ['SIGINT', 'SIGTERM'] as const

/**
 * Makes SIGTERM and SIGINT end the first process of a container, for which Linux has no default
 * action. Returns a function that removes the handlers.
 */
export function endOnSignals(): () => void {
  if (process.pid !== 1) return () => undefined
  for (const signal of endingSignals) process.on(signal, endBySignal)
  return () => {
    for (const signal of endingSignals) process.off(signal, endBySignal)
  }
}

const endBySignal = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])

/** Builds a command that runs a script with Bun. Its environment must contain `BUN_BE_BUN=1`. */
export const buildOwnRuntimeCommand = (args: readonly string[]): string[] => [
  Bun.isStandaloneExecutable ? ownProgram() : process.execPath,
  ...args,
]

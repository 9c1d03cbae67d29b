/** Builds the commands with which this program starts itself as a child process. */
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const ownLink = '/proc/self/exe'

/** On Linux, the link works even after the executable has been replaced on disk. */
const ownProgram = () =>
  process.platform === 'linux' && existsSync(ownLink) ? ownLink : process.execPath

export const buildOwnCommand = (command: string): string[] =>
  Bun.isStandaloneExecutable
    ? [ownProgram(), command]
    : [process.execPath, join(import.meta.dir, '../..', 'main.ts'), command]

const bytesOfSmallMachine = 64 * 1024 * 1024

/**
 * Settings of the allocators and the JavaScript engine with which child processes return memory
 * soon. By default, they keep as much memory as the machine can spare. Settings of the user take
 * precedence. Call this when a process is started, because the program changes its environment.
 */
export const buildChildEnvironment = (): NodeJS.ProcessEnv => ({
  MIMALLOC_PURGE_DELAY: '0',
  // glibc otherwise reserves memory for each thread of the image library.
  MALLOC_ARENA_MAX: '1',
  BUN_JSC_forceRAMSize: String(bytesOfSmallMachine),
  ...process.env,
})

/**
 * Replaces this process with one that returns memory soon and runs the command, because the engine
 * reads its memory limits only when a process starts. Returns if this process already returns
 * memory soon, or if the system cannot replace it (Windows, or a command line that is too long).
 */
export function restartSmall([command = '', ...args]: readonly string[]) {
  const environment = buildChildEnvironment()
  if (Object.keys(environment).every((name) => process.env[name] !== undefined)) return
  if (process.platform === 'win32') return
  const [program = '', ...own] = buildOwnCommand(command)
  // From source, the options of Bun belong to the program.
  const options = Bun.isStandaloneExecutable ? [] : process.execArgv
  try {
    process.execve?.(program, [process.argv0, ...options, ...own, ...args], environment)
  } catch {
    // The command then runs in this process, which only needs more memory.
  }
}

const endingSignals = ['SIGINT', 'SIGTERM'] as const

/**
 * Ends the process on SIGTERM and SIGINT, as Linux does by itself except for the first process of a
 * container. Returns a function that stops this.
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

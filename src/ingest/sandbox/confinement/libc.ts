/** Calls into this process's C library (Linux, glibc and musl). */
import { readFileSync } from 'node:fs'
import { dlopen, ptr, read } from 'bun:ffi'

const signatures = {
  syscall: { args: ['i64', 'i64', 'i64', 'i64', 'i64', 'i64'], returns: 'i64' },
  prctl: { args: ['i32', 'i64', 'i64', 'i64', 'i64'], returns: 'i32' },
  setrlimit: { args: ['i32', 'ptr'], returns: 'i32' },
  execve: { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' },
  __errno_location: { args: [], returns: 'ptr' },
} as const

type Argument = number | bigint | Uint8Array | BigUint64Array

export interface Libc {
  isMusl: boolean
  addressOf(bytes: Uint8Array): bigint
  /** Throws an error with the name of the action and the error number if the call fails. */
  syscall(action: string, number: number, ...args: Argument[]): number
  prctl(action: string, option: number, ...args: Argument[]): void
  setrlimit(action: string, resource: number, limits: BigUint64Array): void
  /** Replaces the process, or throws an error. */
  execve(path: string, args: readonly string[], environment: Readonly<Record<string, string>>): void
}

/** Lists the libraries that this process has loaded, as absolute paths. */
export function listLoadedLibraries(): string[] {
  const paths = readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .map((line) => line.slice(line.indexOf('/')).replace(/ \(deleted\)$/, ''))
    .filter((path) => /^\/.*\.so(\.[\d.]+)?$/.test(path))
  return [...new Set(paths)]
}

export function openLibc(): Libc {
  const library = listLoadedLibraries().find((path) =>
    /\/(libc\.so\.6|libc-[\d.]+\.so|(ld|libc\.)-?musl-\w+\.so\.1)$/.test(path),
  )
  const { symbols } = dlopen(library ?? 'libc.so.6', signatures)
  const fail = (action: string): never => {
    const errorNumber = read.i32(symbols.__errno_location()!)
    throw new Error(`${action} failed (error ${errorNumber})`)
  }
  return {
    isMusl: library?.includes('musl') ?? false,
    addressOf: (bytes) => BigInt(ptr(bytes)),
    syscall(action, number, ...args) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = args.map(toWord)
      const result = Number(symbols.syscall(number, a, b, c, d, e))
      return result < 0 ? fail(action) : result
    },
    prctl(action, option, ...args) {
      const [a = 0, b = 0, c = 0, d = 0] = args.map(toWord)
      if (symbols.prctl(option, a, b, c, d) !== 0) fail(action)
    },
    setrlimit(action, resource, limits) {
      if (symbols.setrlimit(resource, ptr(limits)) !== 0) fail(action)
    },
    execve(program, args, environment) {
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
      const path = toCString(program)
      const [argv, envp] = [createStringList(args), createStringList(variables)]
      symbols.execve(ptr(path), ptr(argv.pointers), ptr(envp.pointers))
      fail(`starting ${program} with ${argv.strings.length + envp.strings.length} texts`)
    },
  }
}

const toWord = (argument: Argument): number | bigint =>
  typeof argument === 'number' || typeof argument === 'bigint' ? argument : ptr(argument)

const toCString = (text: string) => Buffer.from(`${text}\0`)

/**
 * Creates a null-terminated array of C strings. The pointers are valid as long as `strings` is
 * referenced.
 */
function createStringList(texts: readonly string[]) {
  const strings = texts.map(toCString)
  return { strings, pointers: new BigUint64Array([...strings.map((one) => BigInt(ptr(one))), 0n]) }
}

/**
 * `quire confine` (internal, Linux): restricts this process and replaces it with a third-party
 * program. Bun cannot run code between fork and exec, so the restrictions need a separate process.
 */
import { closeSync, writeSync } from 'node:fs'
import { getLandlockVersion, type PathRule, restrictFiles } from './landlock'
import { type Libc, listLoadedLibraries, openLibc } from './libc'
import { restrictSystemCalls } from './seccomp-filter'
import {
  type ConfinementSettings,
  controlDescriptor,
  type DetectedConfinement,
  type StartMessage,
} from './start-protocol'

/** The running executable, even if the file was replaced on disk. */
const ownExecutable = '/proc/self/exe'
const failureCode = 1

/** Returns only after a probe, or if the program cannot be started. */
export function runConfine(
  args: readonly string[],
  { env, out }: { env: Record<string, string | undefined>; out(text: string): void },
): Promise<number> {
  if (args[0] === '--probe') {
    out(`${JSON.stringify(probeConfinement())}\n`)
    return Promise.resolve(0)
  }
  try {
    startConfined(JSON.parse(env['QUIRE_CONFINEMENT'] ?? '{}') as ConfinementSettings)
  } catch (error) {
    report({ type: 'refused', reason: (error as Error).message })
  }
  return Promise.resolve(failureCode)
}

/**
 * Applies the Landlock rules and the system call filter to this process, and reports whether that
 * worked.
 */
function probeConfinement(): DetectedConfinement {
  let landlockVersion = 0
  let hasSeccomp = false
  try {
    const libc = openLibc()
    landlockVersion = getLandlockVersion(libc)
    dropPrivileges(libc)
    restrictFiles(libc, listSystemRules())
    restrictSystemCalls(libc, landlockVersion)
    hasSeccomp = true
    return { isAvailable: true, landlockVersion, hasSeccomp }
  } catch (error) {
    const reason = (error as Error).message
    return { isAvailable: false, landlockVersion, hasSeccomp, reason }
  }
}

function startConfined(settings: ConfinementSettings) {
  const libc = openLibc()
  endWithParent(libc, settings.parentPid)
  dropPrivileges(libc)
  hideDescriptors(libc)
  process.chdir(settings.dataFolder)
  restrictFiles(libc, [
    ...listSystemRules(),
    { path: settings.codeFolder, access: 'read' },
    { path: settings.shimFolder, access: 'read' },
    { path: settings.dataFolder, access: 'manage' },
  ])
  const landlockVersion = getLandlockVersion(libc)
  restrictSystemCalls(libc, landlockVersion)
  report({ type: 'confined', landlockVersion })
  setLimits(libc)
  libc.execve(ownExecutable, ['bun', ...settings.args], settings.environment)
}

/**
 * Bun aborts without the memory map. The rest of `/proc/self` reveals facts about the machine: what
 * is mounted, its network and other programs' connections.
 */
const ownProcessFiles = ['maps', 'stat', 'statm', 'status']

function listSystemRules(): PathRule[] {
  return [
    { path: ownExecutable, access: 'execute' },
    ...listLoadedLibraries().map((path): PathRule => ({ path, access: 'execute' })),
    ...ownProcessFiles.map((path): PathRule => ({ path: `/proc/self/${path}`, access: 'read' })),
    { path: '/dev/urandom', access: 'read' },
    { path: '/dev/null', access: 'readAndWrite' },
  ]
}

/** Makes the kernel send SIGKILL to this process when the thread that started it ends. */
function endWithParent(libc: Libc, parentPid: number) {
  const [setDeathSignal, sigkill] = [1, 9]
  libc.prctl('binding to the parent process', setDeathSignal, sigkill)
  if (process.ppid !== parentPid) throw new Error('The parent process has ended')
}

/** Drops all capabilities, even those of root. No executed program can gain any. */
function dropPrivileges(libc: Libc) {
  const setNoNewPrivileges = 38
  libc.prctl('giving up new privileges', setNoNewPrivileges, 1)
  const setCapabilities = process.arch === 'arm64' ? 91 : 126
  const version3 = 0x20080522
  const header = new Uint8Array(new Uint32Array([version3, 0]).buffer)
  const none = new Uint8Array(24)
  libc.syscall('giving up capabilities', setCapabilities, header, none)
}

/** Prevents file descriptors that other code left open from being passed to the program. */
function hideDescriptors(libc: Libc) {
  const closeRange = 436
  const closeOnExec = 4
  const highest = 0xffffffff
  libc.syscall('hiding open files', closeRange, controlDescriptor + 1, highest, closeOnExec)
}

/** Must come last, because this process already exceeds the program's limits. */
function setLimits(libc: Libc) {
  const mebibyte = 1024 * 1024
  const limits = [
    { name: 'core size', resource: 4, value: 0 },
    { name: 'open files', resource: 7, value: 256 },
    { name: 'file size', resource: 1, value: 64 * mebibyte },
    { name: 'processor seconds', resource: 0, value: 300 },
    // A limit below 4 GiB disables Bun's JIT. The server monitors the memory that is actually used.
    { name: 'data size', resource: 2, value: 8192 * mebibyte },
  ]
  for (const { name, resource, value } of limits) {
    const pair = new BigUint64Array([BigInt(value), BigInt(value)])
    libc.setrlimit(`limiting ${name}`, resource, pair)
  }
}

function report(message: StartMessage) {
  writeSync(controlDescriptor, `${JSON.stringify(message)}\n`)
  if (message.type === 'refused') closeSync(controlDescriptor)
}

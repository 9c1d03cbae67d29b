import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxedProgram, SandboxOptions } from '../../../src/ingest/sandbox/model'
import { startSandbox } from '../../../src/ingest/sandbox/sandbox'
import { detectConfinement } from '../../../src/ingest/sandbox/detect-confinement'

const programsFolder = join(import.meta.dir, 'programs')

/** Programs run unconfined if the system cannot confine them. */
export const { isAvailable: canConfine } = await detectConfinement()
export const isLinux = process.platform === 'linux'

export function createFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const [dataFolder, runtimeFolder] = [join(folder, 'data'), join(folder, 'runtime')]
  for (const path of [dataFolder, runtimeFolder]) mkdirSync(path)
  return { folder, dataFolder, runtimeFolder }
}

const running: SandboxedProgram[] = []

type TestOptions = Partial<SandboxOptions> & { program?: 'evil' | 'odd' }

export async function startProgram({ program = 'odd', ...options }: TestOptions = {}) {
  const { dataFolder, runtimeFolder } = createFolders()
  const started = await startSandbox({
    entry: join(programsFolder, `${program}.ts`),
    codeFolder: programsFolder,
    dataFolder,
    runtimeFolder,
    isConfined: canConfine,
    memoryMb: 256,
    fetch: () => Promise.resolve(new Response('hello')),
    call: () => Promise.resolve('answer'),
    ...options,
  })
  running.push(started)
  return started
}

/** Starts and initializes a program. */
export async function startInitialized(options: TestOptions = {}) {
  const program = await startProgram(options)
  await program.request('initialize', {}, patient)
  return program
}

export async function endPrograms() {
  await Promise.all(running.splice(0).map((program) => program.end()))
}

/** Only a broken test takes this long. */
export const patient = { timeoutMs: 50_000 }

export const isAlive = (pid: number) => existsSync(`/proc/${pid}`)
export const countDescriptors = () => readdirSync('/proc/self/fd').length

export function readAnonymousKibibytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)![1])
}

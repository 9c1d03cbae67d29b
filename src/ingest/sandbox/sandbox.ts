/**
 * Runs third-party programs as child processes that the system confines. A program communicates
 * through line-based JSON-RPC 2.0 on standard input and output; its `fetch` goes through the
 * server.
 */
import { isFolderFull, watchDisk } from './watches/disk-watch'
import { FetchChannel } from './fetch-channel'
import { type Launch, prepareLaunch } from './sandbox-command'
import { endTimeoutMs, startTimeoutMs } from './limits'
import { watchMemory } from './watches/memory-watch'
import { RpcError, type SandboxedProgram, SandboxFailure, type SandboxOptions } from './model'
import { createProgramLog, createRedactor, type ProgramLog } from './program-log'
import { ProgramProcess } from './program-process'
import { RpcChannel } from './rpc-channel'
import { createStartWatch, type StartedState } from './watches/start-watch'

/** Resolves when the program's code is running. Throws SandboxFailure otherwise. */
export async function startSandbox(options: SandboxOptions): Promise<SandboxedProgram> {
  if (await isFolderFull(options.dataFolder)) throw createDiskFailure()
  const log = createProgramLog(options)
  const running = run(await prepareLaunch(options), options, log)
  const { program, rpc } = running
  const { confinement } = await waitForStart(running, log)
  const redact = createRedactor(options.secrets)
  return {
    pid: program.pid,
    confinement: confinement && { landlockVersion: confinement.landlockVersion },
    get isRunning() {
      return program.isRunning
    },
    log: log.lines,
    ended: program.ended,
    request: (...args) => withoutSecrets(redact, rpc.request(...args)),
    end: () => endProgram(program, rpc),
  }
}

/** Redacts secrets in the error messages of the program, because users see them. */
async function withoutSecrets<Result>(redact: (text: string) => string, request: Promise<Result>) {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new RpcError(error.code, redact(error.message), error.data)
  }
}

interface Running {
  program: ProgramProcess
  rpc: RpcChannel
  started: Promise<StartedState>
}

function run(launch: Launch, options: SandboxOptions, log: ProgramLog): Running {
  const kill = (failure: SandboxFailure) => program.kill(failure)
  const start = createStartWatch({ isConfined: options.isConfined, onFailure: kill })
  const program = startProcess(launch, {
    log,
    onLine: (line) => rpc.handleLine(line),
    onControlLine: (line) => void (start.handleLine(line) || fetches.handleLine(line)),
  })
  const rpc = new RpcChannel({
    call: (...args) => options.call(...args),
    output: program.input,
    onStrayLine: (line) => log.add(line),
    onTimeout: kill,
  })
  const fetches = new FetchChannel({
    fetch: (...args) => options.fetch(...args),
    output: program.control,
    onInvalidLine: kill,
  })
  const unwatch = watchUse(program, options, () => rpc.isBusy)
  const closeAfterEnd = async () => {
    const failure = await program.ended
    unwatch()
    rpc.close(failure)
    fetches.close()
  }
  void closeAfterEnd()
  return { program, rpc, started: start.started }
}

/** Kills the program when it exceeds its limits. Returns a function that stops the checks. */
function watchUse(
  program: ProgramProcess,
  { memoryMb, dataFolder }: SandboxOptions,
  isBusy: () => boolean,
) {
  const unwatchMemory = watchMemory({
    pid: program.pid,
    maxMb: memoryMb,
    isBusy,
    onExcess: () => program.kill(new SandboxFailure('memory', `It used more than ${memoryMb} MiB`)),
  })
  const unwatchDisk = watchDisk({
    pid: program.pid,
    folder: dataFolder,
    onExcess: () => program.kill(createDiskFailure()),
  })
  return () => {
    unwatchMemory()
    unwatchDisk()
  }
}

const createDiskFailure = () =>
  new SandboxFailure('disk', 'It keeps more files than it may in its data folder')

function startProcess(...args: ConstructorParameters<typeof ProgramProcess>): ProgramProcess {
  try {
    return new ProgramProcess(...args)
  } catch (error) {
    throw new SandboxFailure('not_started', (error as Error).message)
  }
}

async function waitForStart({ program, started }: Running, log: ProgramLog): Promise<StartedState> {
  const timer = setTimeout(() => {
    program.kill(new SandboxFailure('not_started', 'The program took too long to start'))
  }, startTimeoutMs)
  const ended = program.ended.then((failure) => {
    const lastLine = log.lines.at(-1)
    const message = lastLine === undefined ? failure.message : `${failure.message}: ${lastLine}`
    throw new SandboxFailure('not_started', message)
  })
  try {
    return await Promise.race([started, ended])
  } finally {
    clearTimeout(timer)
    ended.catch(() => undefined)
  }
}

async function endProgram(program: ProgramProcess, rpc: RpcChannel) {
  const kill = () => program.kill(new SandboxFailure('ended', 'The program was ended'))
  // A program that has not answered `initialize` cannot be asked to shut down.
  if (!rpc.isInitialized) kill()
  const timer = setTimeout(kill, endTimeoutMs)
  if (program.isRunning) await sendShutdown(rpc)
  await program.input.close()
  await program.ended
  clearTimeout(timer)
}

async function sendShutdown(rpc: RpcChannel) {
  try {
    await rpc.request('shutdown', undefined, { timeoutMs: endTimeoutMs })
  } catch {
    // The program exited first, or does not support the method.
  }
}

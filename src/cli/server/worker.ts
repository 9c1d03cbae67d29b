/** Runs worker processes, which run jobs and do not serve requests. */
import { endOnSignals } from '../../platform/lib/own-command'
import type { Config } from '../../platform/config/model'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import { getSecretValues } from '../../platform/config/redact-config'
import {
  closeChannel,
  receiveFromServer,
  sendToServer,
  type ServerPipe,
  type ToWorker,
} from '../../platform/jobs/worker/worker-messages'
import { createLog, type Log } from '../../platform/log/log'
import { markAsWorker } from '../../workers'
import { parseCommandArgs } from '../arguments'
import type { CommandIo } from '../config'
import { exitConfig, exitOk } from '../exit-codes'
import type { AppContext } from './app-context'
import { loadSettings, openLog, prepareProcess, reportError } from './command'
import type { MigrationRefused } from '../../platform/db/migrations/migrate'
import { serverLogMessages } from '../messages'

const help = `Usage: quire worker [options]    run background jobs for servers that share a PostgreSQL database

The worker needs the same settings and data folder as the servers, and the libraries at the same paths.
It runs until it is stopped.

${configFlagsHelp}`

const defaultIdleMs = 60_000
/** Time limit for stopping jobs, below the limit after which the server kills the worker. */
const stopLimitMs = 6_000

/** Runs `quire worker` until it is stopped. */
export async function runWorker(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options: configFlags, help })
  if ('exit' in parsed) return parsed.exit
  try {
    const loaded = loadSettings(parsed.values, io)
    if (loaded.config.database.type === 'sqlite') {
      io.err('"quire worker" needs PostgreSQL. With SQLite the server starts its own worker.\n')
      return exitConfig
    }
    const log = openLog(loaded)
    try {
      const refusal = await runUntilStopped(loaded.config, log)
      log.info(serverLogMessages.worker_stopped())
      return refusal ? reportError(refusal, io) : exitOk
    } finally {
      await log.close()
    }
  } catch (error) {
    return reportError(error, io)
  }
}

/** Returns a refusal if the worker stopped because it can no longer use the database. */
async function runUntilStopped(config: Config, log: Log): Promise<MigrationRefused | void> {
  // Signals are handled before connecting, because the database may be unavailable for a while.
  const stopEnding = endOnSignals()
  const { openAppContext } = await import('./app-context')
  // Imported after the settings are loaded, because table definitions depend on the database type.
  const { watchSchema } = await import('./watch-schema')
  const context = await openAppContext(config, log, { purpose: 'worker', joinsOthers: true })
  try {
    const stopped = Promise.withResolvers<MigrationRefused | void>()
    process.on('SIGTERM', () => stopped.resolve())
    process.on('SIGINT', () => stopped.resolve())
    stopEnding()
    const stopWatching = await watchSchema(context.ctx, stopped.resolve)
    try {
      await runJobs(context, stopped.promise, () => log.info(serverLogMessages.worker_started()))
    } finally {
      stopWatching()
    }
    return await stopped.promise
  } finally {
    await context.close()
  }
}

/**
 * Runs jobs in a child process of a server, and communicates with the server over an IPC channel.
 */
export async function runJobWorker(): Promise<number> {
  // The server has exited. The next server takes over the jobs, so this process must not write.
  process.on('disconnect', () => process.exit(exitOk))
  // A terminal sends its signals to all processes, but only the server decides when the worker
  // exits.
  process.on('SIGINT', () => undefined)
  const stopped = Promise.withResolvers<void>()
  process.on('SIGTERM', () => stopped.resolve())
  answerPings()
  const { config, suspects } = await receiveStart()
  prepareProcess(config)
  const log = openForwardedLog(config)
  const { openAppContext } = await import('./app-context')
  const { forwardMeasurements } = await import('../../platform/metrics/forward-measurements')
  const flush = forwardMeasurements((measurements) =>
    sendToServer({ type: 'measurements', measurements }),
  )
  const pipe: ServerPipe = { send: sendToServer, receive: receiveFromServer }
  const context = await openAppContext(config, log, { purpose: 'worker', pipe, suspects })
  try {
    await runJobs(context, waitUntilIdle(context, stopped.promise), () =>
      sendToServer({ type: 'ready', owner: context.engine.owner }),
    )
  } finally {
    await context.close()
  }
  flush()
  await closeChannel()
  return exitOk
}

const receiveStart = () =>
  new Promise<Extract<ToWorker, { type: 'start' }>>((resolve) => {
    receiveFromServer((message) => {
      if (message.type === 'start') resolve(message)
    })
  })

/** Responds to pings, because the server kills a worker that does not respond. */
const answerPings = () =>
  receiveFromServer((message) => {
    if (message.type === 'ping') sendToServer({ type: 'pong' })
  })

/** Opens a log that sends its lines to the server, which writes them to its own log. */
function openForwardedLog(config: Config) {
  const logging = { ...config.logging, file: undefined, format: 'json' } as const
  const stdout = { write: (line: string) => sendToServer({ type: 'log', line }) }
  return createLog(logging, { stdout, secrets: getSecretValues(config) })
}

async function runJobs(
  { ctx, engine }: AppContext,
  stopped: Promise<unknown>,
  onReady: () => void,
) {
  markAsWorker()
  const { registerAllJobs } = await import('./all-jobs')
  const { startHashingOnUse } = await import('../../ingest/scanning/hashing/hashing')
  const { closeDecoder } = await import('../../media/decoding/decoder')
  const { recordProcess } = await import('../../admin/processes/service')
  const { endPrograms } = await import('../../ingest/plugins/programs/plugin-programs')
  try {
    registerAllJobs(ctx, engine)
    onReady()
    await engine.start()
    const deleteRecord = await recordProcess(ctx, {
      id: engine.owner,
      kind: 'worker',
      jobKinds: [...ctx.config.jobs.kinds],
    })
    const stopHashing = startHashingOnUse(ctx)
    await stopped
    stopHashing()
    await engine.stop(stopLimitMs)
    await deleteRecord()
  } finally {
    closeDecoder()
    await endPrograms(ctx)
  }
}

/** Resolves when the worker has been idle for a minute, or when `stopped` resolves. */
function waitUntilIdle({ engine }: AppContext, stopped: Promise<void>): Promise<void> {
  // Tests use a shorter time.
  const idleMs = Number(process.env['QUIRE_WORKER_IDLE_MS'] ?? defaultIdleMs)
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(
    () => {
      if (engine.idleMs >= idleMs) resolve()
    },
    Math.min(1000, idleMs),
  )
  void stopped.then(resolve)
  void promise.then(() => clearInterval(timer))
  return promise
}

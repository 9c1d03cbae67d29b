/** Runs the server, from opening its socket to its shutdown. */
import { createApp } from '../../app'
import type { Context } from '../../context'
import type { Config } from '../../platform/config/model'
import { ConfigError, type Problem } from '../../platform/config/config-error'
import { announceStop } from '../../platform/http/health'
import { type HttpServer, startHttpServer } from '../../platform/http/server'
import type { RootLog } from '../../platform/log/log'
import { version } from '../../version'
import type { CommandIo } from '../config'
import { exitFailure, exitOk } from '../exit-codes'
import { addFirstLibraries, prepareSetup } from './first-start'
import { openServerContext, type ServerContext } from './app-context'
import type { MigrationRefused } from '../../platform/db/migrations/migrate'
import { watchSchema } from './watch-schema'
import { serverLogMessages } from '../messages'

export interface ServeOptions {
  demo: boolean
  /** Whether to back up the database before migrating it. */
  backup: boolean
}

/**
 * Time limit for finishing requests and jobs on shutdown. Together with the cleanup that follows,
 * this must stay below ten seconds, after which container engines kill the process.
 */
const shutdownLimitMs = 8_000

/**
 * Delay before the API and the services are loaded. Loading blocks the thread longer than the rest
 * of the startup, so pages and health checks that are already waiting are served first. A request
 * to the API loads it immediately.
 */
const firstRequestsMs = 100

/** Runs the server until it is stopped. Returns the exit code. */
export async function serve(
  config: Config,
  log: RootLog,
  io: CommandIo,
  options: ServeOptions,
): Promise<number> {
  const stopped = waitForStopSignal(log)
  const front = listen(config)
  try {
    const ground = await openServerContext(config, log, { backup: options.backup })
    try {
      await runWhileUsable(ground, front, { io, options, stopped })
    } finally {
      // Open connections and timers would keep the process running after a failed start.
      await ground.close()
      log.info(serverLogMessages.stopped())
    }
    return exitOk
  } finally {
    await front.stop(0)
    await log.close()
  }
}

interface Running {
  io: CommandIo
  options: ServeOptions
  stopped: Promise<void>
}

/** Stops the server when a newer version makes the database unusable for this version. */
async function runWhileUsable(ground: ServerContext, front: HttpServer, running: Running) {
  const refused = Promise.withResolvers<MigrationRefused>()
  const stopWatching = await watchSchema(ground.ctx, refused.resolve)
  try {
    await run(ground, front, { ...running, refused: refused.promise })
  } finally {
    stopWatching()
  }
}

async function run(
  ground: ServerContext,
  front: HttpServer,
  { io, options, stopped, refused }: Running & { refused: Promise<MigrationRefused> },
) {
  const { ctx, jobs } = ground
  await prepareSetup(ctx, front, io)
  const loadJobs = async () => (await import('./all-jobs')).registerAllJobs(ctx, jobs)
  let loadingJobs: Promise<void> | undefined
  const app = createApp(ctx, { prepareApi: () => (loadingJobs ??= loadJobs()) })
  front.mount(app)
  await Bun.sleep(firstRequestsMs)
  await app.loadApi()
  // Requests do not have to wait for the services: jobs that they enqueue run once the services
  // have started.
  const { startBackgroundServices } = await import('./background-services')
  const services = await startBackgroundServices(ground)
  let refusal: MigrationRefused | void
  try {
    ctx.log.info({ version, url: front.url }, serverLogMessages.ready({ version, url: front.url }))
    await addFirstLibraries(ctx, options)
    refusal = await Promise.race([stopped, refused])
    // After a refusal, no requests can be answered, because this version does not know the database
    // schema.
    if (!refusal) await drain(ctx)
    ctx.log.info(serverLogMessages.stopping())
    services.endStreams()
    // Stop these in parallel, because each may use up the whole limit.
    await Promise.all([front.stop(shutdownLimitMs), services.shutdown(shutdownLimitMs)])
  } finally {
    await services.shutdown(shutdownLimitMs)
    await services.close()
  }
  if (refusal) throw refusal
}

/**
 * Gives load balancers time to notice that this server is stopping before it refuses connections.
 */
async function drain(ctx: Context) {
  announceStop(ctx)
  const { drain_seconds: seconds } = ctx.config.server
  if (seconds === 0) return
  ctx.log.info({ seconds }, serverLogMessages.draining({ seconds }))
  await ctx.clock.sleep(seconds * 1000)
}

function listen(config: Config): HttpServer {
  try {
    return startHttpServer(config)
  } catch (error) {
    const problem = describeListenError(config, error as ListenError)
    if (!problem) throw error
    throw new ConfigError([problem])
  }
}

/** `setting` is the name of the port setting, unless it is the main port. */
type ListenError = Error & { code?: string; setting?: 'komga_api.port' }

function describeListenError(
  { server: { host, port }, komga_api: komga }: Config,
  { code = '', setting }: ListenError,
): Problem | undefined {
  const wrongHost = {
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `unknown host "${host}"; use an address such as 0.0.0.0`,
  }[code]
  if (wrongHost) return { source: 'server.host', message: wrongHost }
  const used = setting ? komga.port : port
  const advice = setting
    ? 'Choose another port.'
    : 'If Quire is not running already, choose another port with --port.'
  const wrongPort = {
    EADDRINUSE: `port ${used} is in use. ${advice}`,
    EACCES: `no permission to listen on port ${used}; ports below 1024 need extra privileges`,
  }[code]
  return wrongPort ? { source: setting ?? 'server.port', message: wrongPort } : undefined
}

/** Resolves on the first SIGTERM or SIGINT. A second one ends the process immediately. */
function waitForStopSignal(log: RootLog): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isStopping = false
  const stop = () => {
    if (isStopping) {
      log.warn(serverLogMessages.exiting())
      process.exit(exitFailure)
    }
    isStopping = true
    resolve()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return promise
}

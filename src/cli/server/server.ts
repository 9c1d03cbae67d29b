/** The running server, from the first listening socket to the last goodbye. */
import { createApp } from '../../app'
import type { Config } from '../../platform/config/model'
import { ConfigError, type Problem } from '../../platform/config/problem'
import { closeDecoder } from '../../media/decoding/decoder'
import { type Front, openFront } from '../../platform/http/server'
import type { RootLog } from '../../platform/log/log'
import { version } from '../../version'
import type { CommandIo } from '../config'
import { exitFailure, exitOk } from '../exit-codes'
import { addFirstLibraries, welcome } from './first-start'
import { type Ground, openGround } from './ground'
import { startHouse } from './house-life'

export interface ServeOptions {
  demo: boolean
  /** Save the database before it is brought up to date. */
  backup: boolean
}

/**
 * How long requests and jobs under way may take once we are asked to stop. With what is to be closed
 * after them it must stay under the ten seconds after which container engines end us by force.
 */
const goodbyeMs = 8_000

/** Returns the exit code, once the server was asked to stop and has stopped. */
export async function serve(
  config: Config,
  log: RootLog,
  io: CommandIo,
  options: ServeOptions,
): Promise<number> {
  const stopped = untilAskedToStop(log)
  const front = listen(config)
  try {
    const ground = await openGround(config, log, { backup: options.backup, serves: true })
    await run(ground, front, { io, options, stopped })
    return exitOk
  } finally {
    await front.stop(0)
    await log.close()
  }
}

async function run(
  ground: Ground,
  front: Front,
  { io, options, stopped }: { io: CommandIo; options: ServeOptions; stopped: Promise<void> },
) {
  const { ctx } = ground
  const house = await startHouse(ground)
  try {
    await welcome(ctx, front, io)
    front.show(createApp(ctx))
    ctx.log.info({ version, url: front.url }, `Quire ${version} is ready at ${front.url}`)
    await addFirstLibraries(ctx, options)
    await stopped
    ctx.log.info('stopping: waiting for what is under way')
    house.endStreams()
    // Side by side: each may take the whole time.
    await Promise.all([front.stop(goodbyeMs), house.rest(goodbyeMs)])
  } finally {
    await house.rest(goodbyeMs)
    closeDecoder()
    await ground.close()
    ctx.log.info('stopped')
  }
}

function listen(config: Config): Front {
  try {
    return openFront(config)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    const problem = troubleWith(config.server, code)
    if (!problem) throw error
    throw new ConfigError([problem])
  }
}

function troubleWith({ host, port }: Config['server'], code: string): Problem | undefined {
  const wrongHost = {
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `there is no machine named "${host}"; give an address such as 0.0.0.0`,
  }[code]
  if (wrongHost) return { source: 'server.host', message: wrongHost }
  const wrongPort = {
    EADDRINUSE: `something else already listens on port ${port}. Is Quire running already? Choose another with --port.`,
    EACCES: `listening on port ${port} is not allowed; ports below 1024 need special rights`,
  }[code]
  return wrongPort ? { source: 'server.port', message: wrongPort } : undefined
}

/** SIGTERM and SIGINT ask politely; the second time ends at once. */
function untilAskedToStop(log: RootLog): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = false
  const ask = () => {
    if (asked) {
      log.warn('stopping at once')
      process.exit(exitFailure)
    }
    asked = true
    resolve()
  }
  process.on('SIGTERM', ask)
  process.on('SIGINT', ask)
  return promise
}

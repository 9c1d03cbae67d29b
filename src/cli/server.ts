/** The running server, from the first listening socket to the last goodbye. */
import { createApp } from '../app'
import type { Config } from '../config/model'
import { ConfigError } from '../config/problem'
import { type Front, openFront } from '../http/front'
import type { RootLog } from '../log'
import { version } from '../version'
import type { CommandIo } from './config'
import { exitFailure, exitOk } from './exit-codes'
import { addFirstLibraries, welcome } from './first-start'
import { type Ground, openGround } from './ground'
import { startHouse } from './house-life'

export interface ServeOptions {
  demo: boolean
  /** Save the database before it is brought up to date. */
  backup: boolean
}

/** How long requests and jobs under way may take once we are asked to stop. */
const goodbyeMs = 10_000

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
    await front.stop(goodbyeMs)
  } finally {
    await house.stop()
    await ground.close()
    ctx.log.info('stopped')
  }
}

function listen(config: Config): Front {
  try {
    return openFront(config)
  } catch (error) {
    const { code } = error as { code?: string }
    const { host, port } = config.server
    const why = {
      EADDRINUSE: `something else already listens on port ${port}. Is Quire running already? Choose another with --port.`,
      EACCES: `listening on port ${port} is not allowed; ports below 1024 need special rights`,
      EADDRNOTAVAIL: `${host} is not an address of this machine`,
    }[code ?? '']
    if (!why) throw error
    throw new ConfigError([{ source: 'server.port', message: why }])
  }
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

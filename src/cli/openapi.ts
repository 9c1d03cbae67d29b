/** `quire openapi`: prints the API description without a database or a running server. */
import pino from 'pino'
import type { Context } from '../context'
import { parseCommandArgs } from './arguments'
import type { CommandIo } from './config'
import { exitOk } from './exit-codes'
import { loadConfig } from '../platform/config/load'
import { systemClock } from '../platform/lib/clock'
import { specPath } from '../platform/http/openapi/openapi'
import { createApp } from '../app'

const help = `Usage: quire openapi    print the API description (OpenAPI, JSON)

No server, settings file or database is needed.
`

export async function runOpenapi(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options: {}, help })
  if ('exit' in parsed) return parsed.exit
  const { config } = loadConfig({ env: {}, cwd: io.cwd, systemFile: '/nonexistent' })
  const app = createApp(
    withoutStore({ config, log: pino({ level: 'silent' }), clock: systemClock }),
  )
  const response = await app.handle(new Request(`http://localhost${specPath}`))
  io.out(`${JSON.stringify(await response.json(), null, 2)}\n`)
  return exitOk
}

/** Creates a context without a database. Routes are registered but not called. */
function withoutStore(known: Pick<Context, 'config' | 'log' | 'clock'>): Context {
  return new Proxy(known as Context, {
    get(target, member) {
      if (member in target) return Reflect.get(target, member)
      throw new Error(`the API description must not use ${String(member)}`)
    },
  })
}

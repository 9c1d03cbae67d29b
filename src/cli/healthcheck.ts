/** `quire healthcheck`: asks the server on this machine how it is; for containers without a client. */
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { Config } from '../platform/config/model'
import type { CommandIo } from './config'
import { exitFailure, exitOk } from './exit-codes'
import { explain, loadSettings } from './server/house'
import { readWords } from './words'

const help = `Usage: quire healthcheck [--url URL]   exit code 0 when the server is healthy, else 1

      --url URL          ask there instead of where the settings say
${configFlagsHelp}`

const options = {
  ...configFlags,
  url: { type: 'string' },
} as const

const patienceMs = 5_000

export async function runHealthcheck(args: readonly string[], io: CommandIo): Promise<number> {
  const said = readWords(args, io, { options, help })
  if ('exit' in said) return said.exit
  const { values } = said
  try {
    const url = values.url ?? healthUrl(loadSettings(values, io).config)
    const trouble = await troubleAt(url)
    if (trouble) io.err(`${url}: ${trouble}\n`)
    else io.out('ok\n')
    return trouble ? exitFailure : exitOk
  } catch (error) {
    return explain(error, io)
  }
}

/** A server that listens everywhere listens on the loopback address, too. */
export function healthUrl({ server: { host, port, base_path: basePath } }: Config): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${basePath}/health`
}

/** Undefined when the service there is healthy. */
export async function troubleAt(url: string, limitMs = patienceMs): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(limitMs), redirect: 'manual' })
    const body = (await answer.text()).slice(0, 300)
    return answer.status === 200 ? undefined : `${answer.status} ${body}`
  } catch (error) {
    return `no answer (${(error as Error).message})`
  }
}

/**
 * `quire healthcheck`: checks the server on this machine, for containers without an HTTP client.
 */
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { Config } from '../platform/config/model'
import type { CommandIo } from './config'
import { exitFailure, exitOk } from './exit-codes'
import { reportError, loadSettings } from './server/command'
import { parseCommandArgs } from './arguments'

const help = `Usage: quire healthcheck [--url URL]   exit code 0 if the server is healthy, otherwise 1

      --url URL          URL to check (default: from the settings)
${configFlagsHelp}`

const options = {
  ...configFlags,
  url: { type: 'string' },
} as const

const timeoutMs = 5_000

export async function runHealthcheck(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help })
  if ('exit' in parsed) return parsed.exit
  const { values } = parsed
  try {
    const url = values.url ?? getHealthUrl(loadSettings(values, io).config)
    const failure = await checkHealth(url)
    if (failure) io.err(`${url}: ${failure}\n`)
    else io.out('ok\n')
    return failure ? exitFailure : exitOk
  } catch (error) {
    return reportError(error, io)
  }
}

/** Uses the loopback address if the server listens on all addresses. */
export function getHealthUrl({ server: { host, port, base_path: basePath } }: Config): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${basePath}/health`
}

/** Returns the problem, or undefined if the server is healthy. */
export async function checkHealth(url: string, limitMs = timeoutMs): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(limitMs), redirect: 'manual' })
    const body = (await answer.text()).slice(0, 300)
    return answer.status === 200 ? undefined : `${answer.status} ${body}`
  } catch (error) {
    return `no response (${(error as Error).message})`
  }
}

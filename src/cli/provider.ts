/** `quire provider list|test`: lists metadata providers, and tests one with real requests. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context'
import { sendRequest } from '../platform/outgoing/send-request'
import { ProviderError } from '../platform/outgoing/provider-error'
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { SendRequest } from '../ingest/providers/model'
import type { BuiltInProvider } from '../ingest/providers/provider'
import { findBuiltInByName, providers } from '../ingest/providers/providers'
import { parseCommandArgs } from './arguments'
import type { CommandIo } from './config'
import { exitFailure, exitOk, exitUsage } from './exit-codes'
import { loadSettings, openQuietLog, reportError } from './server/command'

const help = `Usage: quire provider list
       quire provider test NAME [--title TITLE] [--record FOLDER]

"test" searches the provider for a title, gets the first result and prints its metadata.
The exit code is 0 if both requests succeed, otherwise 1.

      --title TITLE      title to search for (default: a well-known one)
      --record FOLDER    also write the responses to this folder
${configFlagsHelp}`

const options = {
  ...configFlags,
  title: { type: 'string' },
  record: { type: 'string' },
} as const

export async function runProvider(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [action, name = ''] = positionals
  if (action === 'list') return listProviders(io)
  if (action !== 'test') {
    io.err(`Choose an action: list or test.\n\n${help}`)
    return exitUsage
  }
  const provider = findBuiltInByName(name)
  if (!provider) {
    const problem = name === '' ? 'Specify a provider.' : `Unknown provider "${name}".`
    io.err(`${problem} "quire provider list" lists them.\n`)
    return exitUsage
  }
  try {
    const loaded = loadSettings(values, io)
    const { openAppContext } = await import('./server/app-context')
    const base = await openAppContext(loaded.config, openQuietLog(loaded, io))
    try {
      const { title, record } = values
      return await tryProvider(base.ctx, provider, { title, record, io })
    } finally {
      await base.close()
    }
  } catch (error) {
    return reportError(error, io)
  }
}

function listProviders(io: CommandIo): number {
  for (const { name, displayName, siteUrl, key } of providers) {
    const note = key?.isRequired ? '  requires a key' : ''
    io.out(`${name.padEnd(14)}${displayName.padEnd(16)}${siteUrl}${note}\n`)
  }
  return exitOk
}

const titles = { manga: 'Vinland Saga', comics: 'Saga', prose: 'Dune' }

interface Attempt {
  title: string | undefined
  record: string | undefined
  io: CommandIo
}

async function tryProvider(
  ctx: Context,
  provider: BuiltInProvider,
  { title = titles[provider.subjects[0]!], record, io }: Attempt,
): Promise<number> {
  const send = createRecordingSend(ctx, provider, record)
  try {
    io.out(`Searching ${provider.displayName} for "${title}"\n`)
    const matches = await provider.search(send, { title, limit: 10 })
    for (const { candidate } of matches) {
      const { externalId, year, format } = candidate
      io.out(`  ${externalId}  ${candidate.title} (${year ?? '?'}, ${format ?? '?'})\n`)
    }
    const [first] = matches
    if (!first) {
      io.err('Nothing was found.\n')
      return exitFailure
    }
    const { work } = await provider.get(send, first.candidate.externalId)
    io.out(`\nMetadata of ${first.candidate.externalId}:\n`)
    io.out(`${JSON.stringify(work, null, 2)}\n`)
    return exitOk
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    io.err(`${error.message}\n`)
    return exitFailure
  }
}

/**
 * Creates a function that sends requests, and saves the responses if `folder` is set. Responses
 * never contain API keys.
 */
function createRecordingSend(
  ctx: Context,
  provider: BuiltInProvider,
  folder: string | undefined,
): SendRequest {
  let count = 0
  return async (request) => {
    const response = await sendRequest(ctx, provider, request, { isUrgent: true })
    if (folder !== undefined) {
      await mkdir(folder, { recursive: true })
      const file = `${provider.name}-${++count}-${request.kind}.json`
      await Bun.write(join(folder, file), JSON.stringify(response, null, 2))
    }
    return response
  }
}

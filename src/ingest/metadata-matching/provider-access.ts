/** The providers that a library uses, and the requests to them. */
import { notFound } from '../../errors'
import type { Context } from '../../context'
import type { Config } from '../../platform/config/model'
import { getProviderKey } from '../../platform/outgoing/exchange'
import type { SendOptions } from '../../platform/outgoing/model'
import { sendRequest } from '../../platform/outgoing/send-request'
import type { SendRequest } from '../providers/model'
import type { Provider } from '../providers/provider'
import { findProvider, findProviderByName, providers } from '../providers/providers'
import { matchingMessages } from './messages'
import { findLibraryMatching, findLibraryType } from './queries'

export function requireProvider(id: string): Provider {
  const provider = findProvider(id)
  if (!provider) throw notFound(matchingMessages.provider_not_found())
  return provider
}

type ProviderContext = Pick<Context, 'config' | 'db'>

/** The most trusted first. */
export async function listLibraryProviders(
  { config, db }: ProviderContext,
  libraryId: string,
): Promise<Provider[]> {
  const chosen = (await findLibraryMatching(db, libraryId))?.providers
  return chosen
    ? chosen.flatMap((name) => findProviderByName(name) ?? [])
    : listDefaultProviders(config, await findLibraryType(db, libraryId))
}

const subjects = {
  manga: ['manga'],
  comic: ['comics'],
  book: ['prose'],
  mixed: ['manga', 'comics', 'prose'],
} as const
type LibraryType = keyof typeof subjects

/** Who sets the key of a provider wants to use it. */
const listDefaultProviders = (config: Config, type: LibraryType): Provider[] =>
  providers.filter(
    (one) =>
      (one.isOnByDefault || getProviderKey(config, one) !== undefined) &&
      subjects[type].some((subject) => one.subjects.includes(subject)),
  )

/** `isUrgent`: a person waits for the response. */
export function createSender(ctx: Context, provider: Provider, options: SendOptions): SendRequest {
  return (request) => sendRequest(ctx, provider, request, options)
}

/** The providers that a library uses, and the requests to them. */
import { notFound } from '../../errors'
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
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

/** The most trusted first. */
export async function listLibraryProviders(db: Db, libraryId: string): Promise<Provider[]> {
  const chosen = (await findLibraryMatching(db, libraryId))?.providers
  return chosen
    ? chosen.flatMap((name) => findProviderByName(name) ?? [])
    : listDefaultProviders(await findLibraryType(db, libraryId))
}

const subjects = {
  manga: ['manga'],
  comic: ['comics'],
  book: ['prose'],
  mixed: ['manga', 'comics', 'prose'],
} as const
type LibraryType = keyof typeof subjects

const listDefaultProviders = (type: LibraryType): Provider[] =>
  providers.filter(
    ({ isOnByDefault, subjects: known }) =>
      isOnByDefault && subjects[type].some((subject) => known.includes(subject)),
  )

/** `isUrgent`: a person waits for the response. */
export function createSender(ctx: Context, provider: Provider, options: SendOptions): SendRequest {
  return (request) => sendRequest(ctx, provider, request, options)
}

/**
 * Caches works from recent searches in this process. If the search results of a provider contain
 * whole works, a preview does not need a second request.
 */
import type { Context } from '../../../context'
import type { ProviderWork } from './target'

const maxWorks = 200
/** Keyed by server, because servers may use different provider addresses. */
const worksByServer = new WeakMap<Context['config'], Map<string, ProviderWork>>()

const keyOf = ({ kind, provider, externalId }: Omit<NamedWork, 'work'>) =>
  `${kind} ${provider} ${externalId}`

interface NamedWork {
  kind: 'series' | 'book'
  provider: string
  externalId: string
  work: ProviderWork
}

export function rememberWork({ config }: Pick<Context, 'config'>, { work, ...named }: NamedWork) {
  const works = worksByServer.get(config) ?? new Map<string, ProviderWork>()
  worksByServer.set(config, works)
  const key = keyOf(named)
  works.delete(key)
  works.set(key, work)
  const [oldest] = works.keys()
  if (works.size > maxWorks) works.delete(oldest!)
}

export const findKnownWork = (
  { config }: Pick<Context, 'config'>,
  named: Omit<NamedWork, 'work'>,
): ProviderWork | undefined => worksByServer.get(config)?.get(keyOf(named))

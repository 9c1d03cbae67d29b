/**
 * Works of recent searches in this process: providers that return whole works need no second request for a
 * preview.
 */
import type { Context } from '../../../context'
import type { Work } from '../../providers/model'

const maxWorks = 200
/** By server: another one may ask other addresses. */
const worksByServer = new WeakMap<Context['config'], Map<string, Work>>()

const keyOf = (provider: string, externalId: string) => `${provider} ${externalId}`

interface NamedWork {
  provider: string
  externalId: string
  work: Work
}

export function rememberWork(
  { config }: Pick<Context, 'config'>,
  { provider, externalId, work }: NamedWork,
) {
  const works = worksByServer.get(config) ?? new Map<string, Work>()
  worksByServer.set(config, works)
  const key = keyOf(provider, externalId)
  works.delete(key)
  works.set(key, work)
  const [oldest] = works.keys()
  if (works.size > maxWorks) works.delete(oldest!)
}

export const findKnownWork = (
  { config }: Pick<Context, 'config'>,
  { provider, externalId }: Omit<NamedWork, 'work'>,
): Work | undefined => worksByServer.get(config)?.get(keyOf(provider, externalId))

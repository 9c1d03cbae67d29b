/** What keys and users may do, in words, and in the order in which people look for it. */
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'

export type Permission = Schemas['ApiKey']['permissions'][number]

interface Scope {
  permission: Permission
  words: string
}

export const scopes = (): readonly { words: string; scopes: readonly Scope[] }[] => [
  {
    words: t('To read'),
    scopes: [
      { permission: 'libraries:read', words: t('See libraries') },
      { permission: 'series:read', words: t('See series') },
      { permission: 'books:read', words: t('See and download books') },
      { permission: 'pages:read', words: t('See pages') },
      { permission: 'progress:read', words: t('See where you stand') },
      { permission: 'progress:write', words: t('Keep where you stand') },
      { permission: 'collections:read', words: t('See collections') },
      { permission: 'readlists:read', words: t('See read lists') },
    ],
  },
  {
    words: t('Edit'),
    scopes: [
      { permission: 'series:write', words: t('Edit series') },
      { permission: 'series:delete', words: t('Put series into the trash') },
      { permission: 'books:write', words: t('Edit books') },
      { permission: 'books:delete', words: t('Put books into the trash') },
      { permission: 'collections:write', words: t('Edit collections') },
      { permission: 'collections:delete', words: t('Delete collections') },
      { permission: 'readlists:write', words: t('Edit read lists') },
      { permission: 'readlists:delete', words: t('Delete read lists') },
      { permission: 'libraries:write', words: t('Add, edit and scan libraries') },
      { permission: 'libraries:delete', words: t('Put libraries into the trash') },
    ],
  },
  {
    words: t('Manage the server'),
    scopes: [
      { permission: 'users:read', words: t('See users') },
      { permission: 'users:write', words: t('Add and edit users') },
      { permission: 'users:delete', words: t('Delete users') },
      { permission: 'api-keys:read', words: t('See keys') },
      { permission: 'api-keys:write', words: t('Make keys') },
      { permission: 'api-keys:delete', words: t('Delete keys') },
      { permission: 'tasks:read', words: t('See tasks') },
      { permission: 'tasks:write', words: t('Stop and repeat tasks') },
      { permission: 'plugins:manage', words: t('Manage plugins') },
      { permission: 'metrics:read', words: t('See statistics') },
      { permission: 'system:health', words: t('See how the server fares') },
      { permission: 'system:admin', words: t('Everything else of the server') },
    ],
  },
]

/** What a reading app needs: the first group. */
export const readingScopes = (): Permission[] =>
  scopes()[0]?.scopes.map(({ permission }) => permission) ?? []

/** `See series, Edit books and 4 more`. */
export function scopeSummary(permissions: readonly Permission[]): string {
  const all = scopes().flatMap((group) => group.scopes)
  const words = all.filter(({ permission }) => permissions.includes(permission))
  const named = words.slice(0, 4).map((scope) => scope.words)
  if (words.length === 0) return t('Nothing')
  if (words.length === all.length) return t('Everything')
  const rest = words.length - named.length
  if (rest === 0) return named.join(' · ')
  return t('{some} · {rest, plural, one {# more} other {# more}}', {
    some: named.join(' · '),
    rest,
  })
}

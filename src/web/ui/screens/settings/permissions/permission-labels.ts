/** Labels for permissions, in display order. Permissions without a feature are not listed. */
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'

export type Permission = Schemas['ApiKey']['permissions'][number]

interface Scope {
  permission: Permission
  words: string
}

interface ScopeGroup {
  words: string
  scopes: readonly Scope[]
}

export const scopes = (): readonly ScopeGroup[] => [
  {
    words: t('Reading'),
    scopes: [
      { permission: 'libraries:read', words: t('View libraries') },
      { permission: 'series:read', words: t('View series') },
      { permission: 'books:read', words: t('View books') },
      { permission: 'pages:read', words: t('Read and download books') },
      { permission: 'progress:read', words: t('View reading progress') },
      { permission: 'progress:write', words: t('Save reading progress') },
      { permission: 'collections:read', words: t('View collections') },
      { permission: 'collections:write', words: t('Create and edit collections') },
      { permission: 'collections:delete', words: t('Delete collections') },
      { permission: 'readlists:read', words: t('View reading lists') },
      { permission: 'readlists:write', words: t('Create and edit reading lists') },
      { permission: 'readlists:delete', words: t('Delete reading lists') },
      { permission: 'lists:publish', words: t('Share lists with others') },
    ],
  },
  {
    words: t('Editing'),
    scopes: [
      { permission: 'series:write', words: t('Edit series') },
      { permission: 'series:delete', words: t('Move series to trash') },
      { permission: 'books:write', words: t('Edit books') },
      { permission: 'books:delete', words: t('Move books to trash') },
      { permission: 'libraries:write', words: t('Add, edit and scan libraries') },
      { permission: 'libraries:delete', words: t('Move libraries to trash') },
    ],
  },
  {
    words: t('Account'),
    scopes: [
      { permission: 'account:read', words: t('View profile, sessions and preferences') },
      { permission: 'account:write', words: t('Change preferences') },
    ],
  },
  serverScopes(),
]

const serverScopes = (): ScopeGroup => ({
  words: t('Server administration'),
  scopes: [
    { permission: 'users:read', words: t('View users') },
    { permission: 'users:write', words: t('Add and edit users') },
    { permission: 'users:delete', words: t('Delete users') },
    { permission: 'api-keys:read', words: t('View API keys') },
    { permission: 'api-keys:write', words: t('Create API keys') },
    { permission: 'api-keys:delete', words: t('Delete API keys') },
    { permission: 'tasks:read', words: t('View tasks') },
    { permission: 'tasks:write', words: t('Cancel and retry tasks') },
    { permission: 'metrics:read', words: t('View statistics') },
    { permission: 'system:admin', words: t('Full server administration') },
  ],
})

/** Returns the permissions for a reading app, which are the first group. */
export const readingScopes = (): Permission[] =>
  scopes()[0]?.scopes.map(({ permission }) => permission) ?? []

/** Returns text such as `View series · Edit books · 4 more`. */
export function scopeSummary(permissions: readonly Permission[]): string {
  const all = scopes().flatMap((group) => group.scopes)
  const words = all.filter(({ permission }) => permissions.includes(permission))
  const named = words.slice(0, 4).map((scope) => scope.words)
  if (words.length === 0) return t('Nothing')
  if (words.length === all.length) return t('All permissions')
  const rest = words.length - named.length
  if (rest === 0) return named.join(' · ')
  return t('{some} · {rest, plural, one {# more} other {# more}}', {
    some: named.join(' · '),
    rest,
  })
}

/** Answers about users, groups and sharing tags, as the settings ask for them. */
import type { Schemas } from '../../../../../src/web/ui/api/types'
import { pageOf } from './pages'
import { api } from '../page'
import { admin, asUser, reader, roles } from './people'

export const noLimits: Schemas['UserRestrictions'] = {
  libraryIds: null,
  ageLimit: null,
  hidesUnrated: false,
  allowedTagIds: [],
  deniedTagIds: [],
}

export const noGrants: Schemas['EffectiveGrants'] = {
  ageLimit: null,
  ageLimitSources: [],
  hidesUnrated: false,
  hidesUnratedSources: [],
  libraryIds: null,
  librarySources: [],
  grants: [],
  whitelists: [],
  isAdministrator: false,
  decision: null,
  userId: reader.id,
  hasReaderPermissionsOnly: false,
}

export const seesAll: Schemas['AccessPreview'] = {
  ageLimit: null,
  hidesUnrated: false,
  visibleCount: 314,
  totalCount: 314,
  visibleUnratedCount: 89,
  hiddenUnratedCount: 0,
}

/** Answers what the list of users and the form of a user ask for. */
export function answerAccounts(users: Schemas['User'][] = [asUser(admin), asUser(reader)]) {
  api.on('get', '/api/v1/users', () => pageOf(users))
  api.on('get', '/api/v1/roles', roles)
  api.on('get', '/api/v1/users/{id}', ({ url }) => users.find(({ id }) => url.endsWith(id))!)
  api.on('get', '/api/v1/users/{id}/libraries', { libraryIds: null })
  api.on('get', '/api/v1/users/{id}/restrictions', noLimits)
  api.on('get', '/api/v1/users/{id}/effective-grants', noGrants)
  api.on('get', '/api/v1/users/{id}/access-groups', [])
  api.on('get', '/api/v1/users/{id}/api-keys', pageOf([]))
  api.on('get', '/api/v1/access-groups', [])
  api.on('get', '/api/v1/access/users', pageOf([]))
  api.on('post', '/api/v1/access/preview', seesAll)
  api.on('get', '/api/v1/admin/sharing-tags', pageOf([]))
}

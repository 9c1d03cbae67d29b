import { PageOf, PageQuery, sortQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  id,
  instant,
  instantText,
  list,
  long,
  named,
  nullable,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { permission, permissionList } from '../permissions/model'

const apiKeyMembers = {
  id: id(),
  userId: id(),
  name: anyText(),
  keyPrefix: anyText({ description: 'First characters of the key, to tell keys apart' }),
  permissions: list(permission()),
  isActive: boolean(),
  expiresAt: nullable(instant()),
  lastUsedAt: nullable(instant()),
  createdAt: instant(),
  updatedAt: instant(),
}
export const ApiKey = named('ApiKey', apiKeyMembers)
export type ApiKey = Static<typeof ApiKey>
export const ApiKeys = PageOf(ApiKey)

export const NewApiKey = named('NewApiKey', {
  ...apiKeyMembers,
  key: anyText({ description: 'The complete key; returned only in this response' }),
})
export const apiKeySortKeys = ['created_at', 'name', 'last_used_at', 'expires_at'] as const
export type ApiKeySortKey = (typeof apiKeySortKeys)[number]

export const ApiKeyQuery = shape({ ...PageQuery, ...sortQuery(apiKeySortKeys) })
export type ApiKeyQuery = Static<typeof ApiKeyQuery>

export const KeysDeleted = named('KeysDeleted', { deletedCount: long() })
export const UserKeyParams = shape({ id: id(), keyId: id() })

const keyName = () => text(100, { minLength: 1 })

export const ApiKeyCreation = named('ApiKeyCreation', {
  name: keyName(),
  permissions: patchable(permissionList()),
  expiresAt: patchable(instantText()),
})
export type ApiKeyCreation = Static<typeof ApiKeyCreation>

export const ApiKeyPatch = named('ApiKeyPatch', {
  name: patchable(keyName()),
  permissions: patchable(permissionList()),
  isActive: patchable(boolean()),
  expiresAt: patchable(instantText()),
})
export type ApiKeyPatch = Static<typeof ApiKeyPatch>

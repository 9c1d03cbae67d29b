import {
  anyText,
  id,
  instant,
  list,
  named,
  nullable,
  type Static,
  text,
} from '../../platform/http/shapes'

const loginMembers = {
  id: id(),
  name: anyText(),
  username: anyText({ description: 'Username for signing in with KOReader' }),
  lastUsedAt: nullable(instant()),
  createdAt: instant(),
}
export const SyncLogin = named('SyncLogin', loginMembers)
export type SyncLogin = Static<typeof SyncLogin>
export const SyncLogins = list(SyncLogin)

export const NewSyncLogin = named('NewSyncLogin', {
  ...loginMembers,
  password: anyText({ description: 'Generated password; returned only in this response' }),
})
export type NewSyncLogin = Static<typeof NewSyncLogin>

export const SyncLoginCreation = named('SyncLoginCreation', {
  name: text(100, { minLength: 1, description: 'Name of the device' }),
})
export type SyncLoginCreation = Static<typeof SyncLoginCreation>

/** A position that KOReader sends. */
export interface SentPosition {
  document: string
  progress: string
  percentage: number
  device: string
  deviceId: string | null
}

/** A position that KOReader receives. */
export interface GivenPosition {
  document: string
  progress: string
  percentage: number
  device: string
  device_id: string | undefined
  /** In seconds since 1970. */
  timestamp: number
}

/** Named sets of reader settings in the API. */
import {
  anyText,
  id,
  instant,
  list,
  long,
  named,
  nameText,
  nullable,
  optional,
  type Static,
} from '../../../platform/http/shapes'
import { ReaderValues, ReaderValuesPatch } from '../model'

/** Maximum number of profiles per user. */
export const maxProfiles = 50

const Name = () => nameText(60)

export const ProfileCreation = named('ReadingProfileCreation', {
  name: Name(),
  settings: ReaderValues,
})
export type ProfileCreation = Static<typeof ProfileCreation>

/** Omitted members and settings keep their values. null removes a setting. */
export const ProfileUpdate = named('ReadingProfileUpdate', {
  name: optional(Name()),
  settings: optional(ReaderValuesPatch),
})
export type ProfileUpdate = Static<typeof ProfileUpdate>

export const ProfileView = named('ReadingProfile', {
  id: id(),
  name: anyText(),
  settings: ReaderValues,
  seriesCount: long({ description: 'Number of series with this profile' }),
  createdAt: instant(),
  updatedAt: instant(),
})
export type ProfileView = Static<typeof ProfileView>
export const ProfilesView = named('ReadingProfiles', { profiles: list(ProfileView) })

export const ProfileChoice = named('ReadingProfileChoice', {
  profileId: nullable(id('ID of the profile, or null for none')),
  seriesIds: list(id(), { minItems: 1, maxItems: 500 }),
})
export type ProfileChoice = Static<typeof ProfileChoice>
export const ProfileChoiceView = named('ReadingProfileChosen', {
  changed: long({ description: 'Number of series whose profile changed' }),
})

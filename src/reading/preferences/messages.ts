import { defineMessages } from '../../platform/messages/message'

export const preferenceMessages = defineMessages('preferences', {
  not_found: 'Preference not found',
  removed: 'Preference removed',
  not_set: 'This preference is not set',
  id_not_allowed: 'must be omitted for the scope user',
  id_required: 'is required for the scope {scope}',
  profile_not_found: 'Reading profile not found',
  profile_name_taken: 'You already have a reading profile with this name',
  too_many_profiles: 'You already have {max} reading profiles. Delete one first.',
  wrong_scope: "can't be set for the scope {scope}",
})

import { defineMessages } from '../../platform/messages/message'

export const preferenceMessages = defineMessages('preferences', {
  not_found: 'Preference not found',
  removed: 'Preference removed',
  not_set: 'This preference is not set',
  id_not_allowed: 'must be omitted for the scope user',
  id_required: 'is required for the scope {scope}',
  wrong_scope: "can't be set for the scope {scope}",
})

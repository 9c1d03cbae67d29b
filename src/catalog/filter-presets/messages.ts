import { defineMessages } from '../../platform/messages/message'

export const filterPresetMessages = defineMessages('filter_presets', {
  not_found: 'Saved filter not found',
  name_taken: 'You already have a saved filter with this name',
  too_many: 'You already have {max} saved filters. Delete one first.',
  too_long: 'must be at most {max} characters of JSON',
  library_needed: 'is required for a saved filter that applies to a single library',
  library_not_allowed: 'must be omitted for a saved filter that applies to all libraries',
})

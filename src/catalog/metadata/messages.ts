import { defineMessages } from '../../platform/messages/message'

export const metadataMessages = defineMessages('metadata', {
  title_not_found: 'Alternate title not found',
  id_not_found: 'External ID not found',
  link_not_found: 'External link not found',
  rating_not_found: 'External rating not found',
  too_many: 'This list can have at most {max} entries',
  source: 'must be plugin:<name>, comicinfo or epub',
  change_set_not_found: 'Change not found',
  already_undone: 'This change has already been undone',
  url: 'must be an http or https URL',
})

import { defineMessages } from '../../platform/messages/message'

export const metadataMessages = defineMessages('metadata', {
  title_not_found: 'Alternate title not found',
  id_not_found: 'External ID not found',
  link_not_found: 'External link not found',
  rating_not_found: 'External rating not found',
  too_many: 'A series can have at most {max} of these',
  source: 'must be plugin:<name>, comicinfo or epub',
  url: 'must be an http or https URL',
})
